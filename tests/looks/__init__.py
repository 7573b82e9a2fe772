"""How the app looks: every screen walked through, its contrast measured, its picture taken."""
