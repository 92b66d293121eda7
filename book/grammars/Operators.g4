// The operators of Section 3.2: each character is a token of its own.
grammar Operators;

comparison
    : NUM relationalOp NUM EOF
    ;
relationalOp
    : '<' '=' | '>' '=' | '<' | '>'
    ;
NUM   : [0-9]+ ;
BLANK : [ \t\r\n]+ -> skip ;
