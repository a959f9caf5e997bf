"""`python -m cityleague.cli`."""

from cityleague.cli import main

if __name__ == "__main__":
    main()
