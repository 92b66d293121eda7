// A little C with a little OpenMP: the language of Chapters 4 to 8.
grammar Mini;

translation_unit
    : ( declaration | function )* EOF
    ;

// ANCHOR: declarations
declaration
    : type init_declarator ( ',' init_declarator )* ';'
    ;
init_declarator
    : declarator {this.declare();} ( '=' expression )?
    ;
declarator
    : '*'* NAME ( '[' NUMBER ']' )*
    ;
type
    : ( 'void' | 'int' | 'float' | 'double' ) {this.exitType();}
    ;
// ANCHOR_END: declarations

// ANCHOR: functions
function
    : type declarator {this.declareFunction();}
      '(' {this.enterScope();} parameters ')' compound_statement {this.exitScope();}
    ;
parameters
    : 'void'?
    | parameter ( ',' parameter )*
    ;
parameter
    : type declarator {this.declare();}
    ;
// ANCHOR_END: functions

// ANCHOR: statements
compound_statement
    : '{' {this.enterScope();} statement* '}' {this.exitScope();}
    ;
statement
    : compound_statement
    | declaration
    | for_statement
    | if_statement
    | 'return' expression? ';'
    | expression? ';'
    | openmp_construct
    ;
for_statement
    : 'for' '(' expression? ';' expression? ';' expression? ')' statement
    ;
if_statement
    : 'if' '(' expression ')' statement ( 'else' statement )?
    ;
// ANCHOR_END: statements

// ANCHOR: openmp
openmp_construct
    : parallel_construct
    | parallel_for_construct
    ;
parallel_construct
    : PRAGMA 'parallel' {this.enterConstruct();} data_clause* {this.exitDirective();}
      statement {this.exitParallelConstruct();}
    ;
parallel_for_construct
    : PRAGMA 'parallel' 'for' {this.enterConstruct();} data_clause* {this.exitDirective();}
      canonical_loop {this.exitParallelForConstruct();}
    ;
canonical_loop
    : 'for' '(' NAME {this.reference();} '=' expression ';'
      NAME {this.reference();} '<' expression ';'
      NAME {this.reference();} '++' ')' {this.exitHeader();} statement
    ;
data_clause
    : ( 'private' | 'firstprivate' | 'shared' ) '(' name_list ')' {this.dataClause();}
    | 'reduction' '(' '+' ':' name_list ')' {this.dataClause();}
    ;
name_list
    : NAME ( ',' NAME )*
    ;
// ANCHOR_END: openmp

// ANCHOR: expressions
expression
    : primary
    | expression '[' expression ']'
    | expression '(' arguments? ')'
    | expression ( '++' | '--' )
    | ( '+' | '-' | '!' | '*' | '&' ) expression
    | expression ( '*' | '/' | '%' ) expression
    | expression ( '+' | '-' ) expression
    | expression ( '<' | '>' | '<=' | '>=' | '==' | '!=' ) expression
    | expression ( '&&' | '||' ) expression
    | <assoc=right> expression ( '=' | '+=' | '-=' | '*=' ) expression
    ;
arguments
    : expression ( ',' expression )*
    ;
primary
    : NAME {this.reference();}
    | NUMBER
    | STRING
    | '(' expression ')'
    ;
// ANCHOR_END: expressions

// ANCHOR: tokens
PRAGMA  : '#pragma' [ \t]+ 'omp' ;
NAME    : [A-Za-z_] [A-Za-z_0-9]* ;
NUMBER  : [0-9]+ ( '.' [0-9]* )? 'f'? ;
STRING  : '"' ( '\\' . | ~["\\\r\n] )* '"' ;
INCLUDE : '#include' ~[\r\n]* -> channel(HIDDEN) ;
COMMENT : ( '/*' .*? '*/' | '//' ~[\r\n]* ) -> channel(HIDDEN) ;
BLANK   : ( [ \t\r\n] | '\\' '\r'? '\n' )+ -> channel(HIDDEN) ;
// ANCHOR_END: tokens
