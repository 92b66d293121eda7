// A solution: the loop is one more alternative. As a keyword stands before NAME, the lexer knows it.
grammar Statements;

program
    : statement* EOF
    ;
statement
    : NAME '=' expression ';'
    | '{' statement* '}'
    | 'while' '(' expression ')' statement
    ;
expression
    : NAME
    | NUMBER
    | expression '+' expression
    | expression '<' expression
    ;
NAME   : [a-z]+ ;
NUMBER : [0-9]+ ;
BLANK  : [ \t\r\n]+ -> skip ;
