// The same declarations; what the alternatives had in common is written once.
grammar Factored;

var_declaration
    : type pointer* ID ( '=' NUM )? ';'
    ;
type    : 'int' | 'char' ;
pointer : '*' ;
ID      : [A-Z]+ ;
NUM     : [0-9]+ ;
BLANK   : [ \t\r\n]+ -> skip ;
