"""What the looks of all games are made of: text for a terminal, and pictures for pages."""
