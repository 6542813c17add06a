import ORM
