// Exercise: let `statement` be a loop with `while`, too.
grammar Statements;

program
    : statement* EOF
    ;
statement
    : NAME '=' expression ';'
    | '{' statement* '}'
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
