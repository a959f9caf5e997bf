"""Whatever comes from outside, spoilt at random: a finding or a clear error of ours, in good time, and never a lie."""
