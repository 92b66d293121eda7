/*
 * C: the grammar of C90 under the rule names of the ANTLR C grammar that the
 * thesis started from (Section 7.1.2), with what later standards made
 * ordinary: declarations among statements, declarations in `for`, designated
 * initialisers, compound literals.
 *
 * The ladder of the binary operators, one rule a level there, is one
 * left-recursive rule here; the order of its alternatives is the precedence.
 *
 * A name that is a type comes as a TypedefName, so no rule has to ask.
 *
 * The calls in braces are actions: src/translator.rs says what they do.
 */
parser grammar C;

options { tokenVocab = CLexer; }

translation_unit
    : external_declaration* EOF
    ;

external_declaration
    : function_definition
    | declaration
    | ';'
    ;

function_definition
    : declaration_specifiers? declarator
      ( {this.enterFunction();} compound_statement                  // ANSI style
      | {this.enterParameters();} declaration+ {this.enterFunction();} compound_statement // K&R style
      )
      {this.exitFunction();}
    ;

declaration
    : declaration_specifiers init_declarator_list? ';' {this.exitDeclaration();}
    ;

declaration_specifiers
    : declaration_specifier+ {this.exitSpecifiers();}
    ;

declaration_specifier
    : storage_class_specifier
    | type_specifier
    | type_qualifier
    | function_specifier
    ;

init_declarator_list
    : init_declarator (',' init_declarator)*
    ;

init_declarator
    : declarator {this.declare();} ('=' initializer {this.initialize();})?
    ;

storage_class_specifier
    : 'typedef'
    | 'extern'
    | 'static'
    | 'auto'
    | 'register'
    ;

function_specifier
    : 'inline'
    ;

type_specifier
    : 'void'
    | 'char'
    | 'short'
    | 'int'
    | 'long'
    | 'float'
    | 'double'
    | 'signed'
    | 'unsigned'
    | '_Bool'
    | '_Complex'
    | struct_or_union_specifier
    | enum_specifier
    | type_id
    ;

type_id
    : TypedefName
    ;

struct_or_union_specifier
    : struct_or_union identifier? '{' struct_declaration_list? '}' {this.exitStructure();}
    | struct_or_union identifier
    ;

struct_or_union
    : 'struct'
    | 'union'
    ;

struct_declaration_list
    : struct_declaration+
    ;

struct_declaration
    : specifier_qualifier_list struct_declarator_list? ';'
    | ';'
    ;

specifier_qualifier_list
    : (type_qualifier | type_specifier)+
    ;

struct_declarator_list
    : struct_declarator (',' struct_declarator)*
    ;

struct_declarator
    : declarator (':' constant_expression)?
    | ':' constant_expression
    ;

enum_specifier
    : 'enum' identifier? '{' enumerator_list ','? '}'
    | 'enum' identifier
    ;

enumerator_list
    : enumerator (',' enumerator)*
    ;

enumerator
    : identifier {this.enumerator();} ('=' constant_expression)?
    ;

type_qualifier
    : 'const'
    | 'volatile'
    | 'restrict'
    ;

declarator
    : pointer? direct_declarator
    ;

direct_declarator
    : ( identifier | '(' declarator ')' ) declarator_suffix*
    ;

declarator_suffix
    : '[' array_size ']'
    | '(' parameter_type_list ')'
    | '(' identifier_list ')'
    | '(' ')'
    ;

array_size
    : 'static'? type_qualifier* 'static'? (assignment_expression | '*')?
    ;

pointer
    : ('*' type_qualifier*)+
    ;

parameter_type_list
    : parameter_list (',' '...')?
    ;

parameter_list
    : parameter_declaration (',' parameter_declaration)*
    ;

parameter_declaration
    : declaration_specifiers parameter_declarator? {this.exitParameter();}
    ;

// One rule for a parameter with a name and one without: how they differ is
// not known before the innermost token.
parameter_declarator
    : pointer? parameter_direct_declarator
    | pointer
    ;

parameter_direct_declarator
    : ( identifier | '(' parameter_declarator ')' ) parameter_declarator_suffix*
    | parameter_declarator_suffix+
    ;

parameter_declarator_suffix
    : '[' array_size ']'
    | '(' parameter_type_list? ')'
    ;

identifier_list
    : identifier (',' identifier)*
    ;

type_name
    : specifier_qualifier_list abstract_declarator?
    ;

abstract_declarator
    : pointer abstract_direct_declarator?
    | abstract_direct_declarator
    ;

abstract_direct_declarator
    : ( '(' abstract_declarator ')' | abstract_declarator_suffix ) abstract_declarator_suffix*
    ;

abstract_declarator_suffix
    : '[' array_size ']'
    | '(' parameter_type_list? ')'
    ;

initializer
    : assignment_expression
    | '{' initializer_list? ','? '}'
    ;

initializer_list
    : designated_initializer (',' designated_initializer)*
    ;

designated_initializer
    : designation? initializer
    ;

designation
    : designator+ '='
    ;

designator
    : '[' constant_expression ']'
    | '.' identifier
    ;

// Expressions ------------------------------------------------------------------

expression
    : assignment_expression (',' assignment_expression)*
    ;

constant_expression
    : conditional_expression
    ;

assignment_expression
    : conditional_expression (assignment_operator assignment_expression {this.assign();})?
    ;

assignment_operator
    : '=' | '*=' | '/=' | '%=' | '+=' | '-=' | '<<=' | '>>=' | '&=' | '^=' | '|='
    ;

conditional_expression
    : binary_expression ('?' expression ':' conditional_expression)?
    ;

binary_expression
    : binary_expression ('*' | '/' | '%') binary_expression
    | binary_expression ('+' | '-') binary_expression
    | binary_expression ('<<' | '>>') binary_expression
    | binary_expression ('<' | '>' | '<=' | '>=') binary_expression
    | binary_expression ('==' | '!=') binary_expression
    | binary_expression '&' binary_expression
    | binary_expression '^' binary_expression
    | binary_expression '|' binary_expression
    | binary_expression '&&' binary_expression
    | binary_expression '||' binary_expression
    | cast_expression
    ;

cast_expression
    : '(' type_name ')' (cast_expression | compound_literal postfix_operator*)
    | unary_expression
    ;

compound_literal
    : '{' initializer_list? ','? '}'
    ;

unary_expression
    : postfix_expression
    | ('++' | '--') unary_expression
    | unary_operator cast_expression
    | 'sizeof' unary_expression
    | 'sizeof' '(' type_name ')' (compound_literal postfix_operator*)?
    ;

unary_operator
    : '&' | '*' | '+' | '-' | '~' | '!'
    ;

postfix_expression
    : primary_expression postfix_operator*
    ;

postfix_operator
    : '[' expression ']'
    | '(' argument_expression_list? ')'
    | '.' identifier
    | '->' identifier
    | '++'
    | '--'
    ;

argument_expression_list
    : assignment_expression (',' assignment_expression)*
    ;

primary_expression
    : identifier {this.reference();}
    | constant
    | StringLiteral+
    | '(' expression ')'
    ;

constant
    : IntegerConstant
    | FloatingConstant
    | CharacterConstant
    ;

// The words of OpenMP are names where a name is meant, `shared(single)`.
identifier
    : Identifier
    | 'parallel' | 'sections' | 'section' | 'single' | 'master' | 'critical' | 'barrier' | 'atomic'
    | 'flush' | 'ordered' | 'threadprivate' | 'num_threads' | 'nowait' | 'schedule' | 'dynamic'
    | 'guided' | 'runtime' | 'none' | 'shared' | 'private' | 'firstprivate' | 'lastprivate'
    | 'copyin' | 'copyprivate' | 'reduction' | 'accessible'
    ;

// Statements --------------------------------------------------------------------

statement
    : labeled_statement
    | compound_statement
    | expression_statement
    | selection_statement
    | iteration_statement
    | jump_statement
    ;

labeled_statement
    : label statement
    ;

label
    : ( identifier ':'
      | 'case' constant_expression ':'
      | 'default' ':'
      )
      {this.label();}
    ;

compound_statement
    : '{' {this.enterScope();} statement_list? '}' {this.exitScope();}
    ;

statement_list
    : ( declaration
      | statement
      )+
    ;

expression_statement
    : ';'
    | expression ';'
    ;

selection_statement
    : 'if' '(' expression ')' statement ('else' statement)?
    | 'switch' '(' expression ')' {this.enterBreakable();} statement {this.exitBreakable();}
    ;

iteration_statement
    : 'while' '(' expression ')' {this.enterBreakable();} statement {this.exitBreakable();}
    | 'do' {this.enterBreakable();} statement {this.exitBreakable();} 'while' '(' expression ')' ';'
    | 'for' {this.enterScope();} '(' for_init for_condition ';' for_increment ')' {this.exitForHeader();}
      {this.enterBreakable();} statement {this.exitBreakable();} {this.exitScope();}
    ;

for_init
    : declaration
    | expression? ';'
    ;

for_condition
    : expression?
    ;

for_increment
    : expression?
    ;

jump_statement
    : ( 'goto' identifier
      | 'continue'
      | 'break'
      | 'return' expression?
      )
      ';' {this.jump();}
    ;
