"""Speed and memory of cityleague beside its peers (`make bench`), and simulated leagues (`make simulate`)."""
