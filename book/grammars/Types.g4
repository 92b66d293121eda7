// The same word may name a type or a variable; a predicate is to decide.
grammar Types;

statement
    : declaration EOF
    | product EOF
    ;
declaration
    : type_id '*' IDENTIFIER ';'
    ;
product
    : IDENTIFIER '*' IDENTIFIER ';'
    ;
type_id
    : {this.isTypeName()}? IDENTIFIER {this.typeId();}
    ;
IDENTIFIER : [A-Za-z_] [A-Za-z_0-9]* ;
BLANK      : [ \t\r\n]+ -> skip ;
