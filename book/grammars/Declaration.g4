// A declaration of C, as Section 3.2 of the thesis has it.
grammar Declaration;

var_declaration
    : type pointer* ID ';'
    | type pointer* ID '=' NUM ';'
    ;
type    : 'int' | 'char' ;
pointer : '*' ;
ID      : [A-Z]+ ;
NUM     : [0-9]+ ;
BLANK   : [ \t\r\n]+ -> skip ;
