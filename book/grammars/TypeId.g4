// A predicate and an action, as in Section 3.3.
grammar TypeId;

type_id
    : {this.isTypeName()}? IDENTIFIER {this.typeId();}
    ;
IDENTIFIER : [A-Za-z_] [A-Za-z_0-9]* ;
BLANK      : [ \t\r\n]+ -> skip ;
