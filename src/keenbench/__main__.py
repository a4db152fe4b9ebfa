from keenbench.cli import main

main()
