"""Extensions of Paddle. Importing a module applies them, and nothing else has this effect."""
