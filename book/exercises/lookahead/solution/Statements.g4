// A solution: the name, which all alternatives begin with, is matched before they part.
grammar Statements;

program
    : statement* EOF
    ;
statement
    : NAME ( '=' NUMBER | '(' ')' | '++' ) ';'
    ;
NAME   : [a-z]+ ;
NUMBER : [0-9]+ ;
BLANK  : [ \t\r\n]+ -> skip ;
