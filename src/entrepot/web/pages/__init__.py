"""What people see of tables and boxes, drawn from plain data: a file each game."""
