from keenbench.loading import loading

with loading():
    from keenbench.cli import main

main()
