// Exercise: one token of lookahead has to be enough, for the same language.
grammar Statements;

program
    : statement* EOF
    ;
statement
    : NAME '=' NUMBER ';'
    | NAME '(' ')' ';'
    | NAME '++' ';'
    ;
NAME   : [a-z]+ ;
NUMBER : [0-9]+ ;
BLANK  : [ \t\r\n]+ -> skip ;
