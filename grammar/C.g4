/*
 * C: C90, C99, C11 and C17, and the GNU forms that glibc's headers and the
 * documentation of gcc use, under the rule names of the standard (C17, Annex
 * A) and of the ANTLR C grammar that the thesis started from (Section 7.1.2).
 *
 * It is written for an LL parser with a lookahead of one to three tokens, so
 * it is left-factored: alternatives that begin alike share their beginning.
 * The parser cannot tell some tokens apart; the token source does so before
 * (CLexer.g4, `tokens`). Above all it finds the names of types: `(T)*p` is a
 * cast if T is a TypedefName, and a product if T is an Identifier.
 *
 * The grammar accepts some programs that do not compile, such as `f() = 1`. It
 * serves to understand programs; a C compiler checks them.
 *
 * The calls in braces are actions, which src/translator/actions.rs
 * implements. Sections of the standard are those of C17.
 */
parser grammar C;

options { tokenVocab = CLexer; }

// External definitions (6.9) -----------------------------------------------------

translation_unit
    : external_declaration* EOF
    ;

external_declaration
    : function_definition
    | attribute_specifier* declaration
    | implicit_declaration
    | asm_definition
    | ';'
    ;

function_definition
    : DefinitionAhead
      attribute_specifier*
      declaration_specifiers? declarator
      ( {this.enterFunction();} compound_statement                  // ANSI style
      | {this.enterParameters();} ( attribute_specifier* declaration )+
        {this.enterFunction();} compound_statement                  // K&R style
      )
      {this.exitFunction();}
    ;

// Declarations (6.7) -------------------------------------------------------------

declaration
    : declaration_specifiers init_declarator_list? ( ';' | nested_body ) {this.exitDeclaration();}
    | static_assert_declaration
    ;

// GNU: the body of a nested function. Its declarator is the last one of the
// declaration that the body ends.
nested_body
    : NestedBody {this.enterScope();} label_declaration* statement_list? '}' {this.exitScope();}
    ;

// Attributes before the first specifier belong to the rules that use this
// one, since a statement may begin with attributes too.
declaration_specifiers
    : ( ( storage_class_specifier
        | type_specifier
        | type_qualifier
        | function_specifier
        | alignment_specifier
        )
        attribute_specifier*
      )+
      {this.exitSpecifiers();}
    ;

init_declarator_list
    : init_declarator (',' attribute_specifier* init_declarator)*
    ;

init_declarator
    : declarator {this.declare();} asm_label? attribute_specifier* ('=' initializer {this.initialize();})?
    ;

storage_class_specifier
    : 'typedef'
    | 'extern'
    | 'static'
    | '_Thread_local'
    | 'auto'
    | 'register'
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
    | '_Imaginary'
    | '__int128'
    | ExtendedFloat
    | '__auto_type'
    | atomic_type_specifier
    | typeof_specifier
    | struct_or_union_specifier
    | enum_specifier
    | TypedefName
    ;

atomic_type_specifier
    : AtomicSpecifier '(' type_name ')'
    ;

typeof_specifier
    : 'typeof' '(' ( type_name | expression ) ')'
    ;

type_qualifier
    : 'const'
    | 'volatile'
    | 'restrict'
    | '_Atomic'
    ;

function_specifier
    : 'inline'
    | '_Noreturn'
    ;

alignment_specifier
    : '_Alignas' '(' ( type_name | constant_expression ) ')'
    ;

// C90: a declaration without a type declares an `int`. In a function it would
// be an expression.
implicit_declaration
    : init_declarator_list ';' {this.exitDeclaration();}
    ;

static_assert_declaration
    : static_assertion ';'
    ;

static_assertion
    : '_Static_assert' '(' constant_expression (',' StringLiteral+)? ')'
    ;

// Structures, unions and enumerations (6.7.2) ----------------------------------------

struct_or_union_specifier
    : struct_or_union attribute_specifier*
      ( identifier ( '{' struct_declaration_list '}' {this.exitStructure();} )?
      | '{' struct_declaration_list '}' {this.exitStructure();}
      )
    ;

struct_or_union
    : 'struct'
    | 'union'
    ;

// GNU: no declarations, empty ones, and a last one without its `;`.
struct_declaration_list
    : struct_declaration (';' struct_declaration)*
    ;

struct_declaration
    : ( specifier_qualifier_list struct_declarator_list?
      | static_assertion
      )?
    ;

specifier_qualifier_list
    : ( type_specifier
      | type_qualifier
      | alignment_specifier
      | attribute_specifier
      )+
    ;

struct_declarator_list
    : struct_declarator (',' attribute_specifier* struct_declarator)*
    ;

struct_declarator
    : ( declarator (':' constant_expression)?
      | ':' constant_expression
      )
      attribute_specifier*
    ;

enum_specifier
    : 'enum' attribute_specifier* ( identifier enumerator_block? | enumerator_block )
    ;

enumerator_block
    : '{' enumerator_list ','? '}'
    ;

enumerator_list
    : enumerator (',' enumerator)*
    ;

enumerator
    : Identifier {this.enumerator();} attribute_specifier* ('=' constant_expression)?
    ;

// Declarators (6.7.6) and type names (6.7.7) -------------------------------------------
//
// There are three families: with a name; of a parameter, which may have a name,
// as only the innermost token tells; and without a name.

declarator
    : pointer? direct_declarator
    ;

direct_declarator
    : ( Identifier
      | '(' attribute_specifier* declarator ')'
      )
      declarator_suffix*
    ;

declarator_suffix
    : array_size
    | '(' ( parameter_type_list | identifier_list )? ')'
    ;

array_size
    : '[' ( 'static' type_qualifier* | type_qualifier+ 'static'? )? ( assignment_expression | '*' )? ']'
    ;

pointer
    : ( '*' ( type_qualifier | attribute_specifier )* )+
    ;

// GNU: the declarations before a `;` announce parameters that sizes need.
parameter_type_list
    : parameter_list (';' parameter_list)* (',' '...')?
    ;

parameter_list
    : parameter_declaration (',' parameter_declaration)*
    ;

parameter_declaration
    : attribute_specifier* declaration_specifiers parameter_declarator? {this.exitParameter();}
    ;

parameter_declarator
    : pointer parameter_direct_declarator?
    | parameter_direct_declarator
    ;

parameter_direct_declarator
    : ( Identifier
      | parameter_group
      | array_size
      )
      abstract_declarator_suffix*
      attribute_specifier*
    ;

parameter_group
    : '(' ( attribute_specifier* parameter_declarator | parameter_type_list? ) ')'
    ;

identifier_list
    : identifier (',' identifier)*
    ;

identifier
    : Identifier
    ;

type_name
    : specifier_qualifier_list abstract_declarator?
    ;

abstract_declarator
    : pointer abstract_direct_declarator?
    | abstract_direct_declarator
    ;

abstract_direct_declarator
    : ( abstract_group
      | array_size
      )
      abstract_declarator_suffix*
    ;

abstract_group
    : '(' ( attribute_specifier* abstract_declarator | parameter_type_list? ) ')'
    ;

abstract_declarator_suffix
    : array_size
    | '(' parameter_type_list? ')'
    ;

// Initializers (6.7.9) ---------------------------------------------------------------

initializer
    : assignment_expression
    | braced_initializer
    ;

braced_initializer
    : '{' (initializer_list ','?)? '}'
    ;

initializer_list
    : designated_initializer (',' designated_initializer)*
    ;

designated_initializer
    : designation? initializer
    ;

designation
    : designator+ '='?                                              // GNU: no `=`
    | Identifier ':'                                                // GNU: `field: value`
    ;

designator
    : '[' constant_expression ('...' constant_expression)? ']'      // GNU: a range
    | '.' Identifier
    ;

// GNU: attributes and assembler ---------------------------------------------------------

attribute_specifier
    : '__attribute__' '(' '(' balanced_token* ')' ')'
    ;

// The contents of an attribute are not C. The rule's name is C23's.
balanced_token
    : '(' balanced_token* ')'
    | '[' balanced_token* ']'
    | '{' balanced_token* '}'
    | ~( '(' | ')' | '[' | ']' | '{' | '}' | NestedBody | Stray | NewLine )
    ;

asm_definition
    : 'asm' asm_qualifier* '(' StringLiteral+ ')' ';'
    ;

asm_label
    : 'asm' '(' StringLiteral+ ')'
    ;

asm_statement
    : 'asm' asm_qualifier* '(' StringLiteral+
      ( ':' asm_operands? ( ':' asm_operands? ( ':' asm_clobbers? ( ':' identifier_list? )? )? )? )?
      ')' ';'
    ;

asm_qualifier
    : 'volatile'
    | 'inline'
    | 'goto'
    ;

asm_operands
    : asm_operand (',' asm_operand)*
    ;

asm_operand
    : ('[' Identifier ']')? StringLiteral+ '(' expression ')'
    ;

asm_clobbers
    : StringLiteral+ (',' StringLiteral+)*
    ;

// Expressions (6.5) --------------------------------------------------------------------
//
// The standard has a rule for each level of precedence, and a name passes
// through all of them. Here the operators from `*` to `=` are one flat list,
// postfix operators are part of their operand, and names and constants, though
// they are primary expressions, stand directly before them. Fewer rules make
// the parser faster. The grammar need not express precedence: the syntax tree
// nests the operators.

expression
    : assignment_expression (',' assignment_expression)*
    ;

constant_expression
    : assignment_expression
    ;

// The operators, from the highest precedence to the lowest.
// GNU: the middle of `?:` may be left out.
assignment_expression
    : ( cast_expression | unary_expression )
      ( ( '*' | '/' | '%'
        | '+' | '-'
        | '<<' | '>>'
        | '<' | '>' | '<=' | '>='
        | '==' | '!='
        | '&'
        | '^'
        | '|'
        | '&&'
        | '||'
        )
        ( cast_expression | unary_expression )
      )*
      ( '?' expression? ':' assignment_expression
      | ( '=' | '*=' | '/=' | '%=' | '+=' | '-=' | '<<=' | '>>=' | '&=' | '^=' | '|=' )
        assignment_expression {this.assign();}
      )?
    ;

cast_expression
    : '(' type_name ')' ( cast_expression | unary_expression | compound_literal )
    ;

unary_expression
    : ( Identifier {this.reference();}
      | IntegerConstant
      | FloatingConstant
      | CharacterConstant
      | StringLiteral+
      | primary_expression
      )
      postfix_operator*
    | ( '++' | '--' | '&' | '*' | '+' | '-' | '~' | '!' | '__real__' | '__imag__' )
      ( cast_expression | unary_expression )
    | ( 'sizeof' | '_Alignof' ) ( '(' type_name ')' compound_literal? | unary_expression )
    | '&&' Identifier                                               // GNU: the address of a label
    ;

compound_literal
    : braced_initializer postfix_operator*
    ;

postfix_operator
    : '[' expression ']'
    | '(' argument_expression_list? ')'
    | '.' Identifier
    | '->' Identifier
    | '++'
    | '--'
    ;

argument_expression_list
    : assignment_expression (',' assignment_expression)*
    ;

primary_expression
    : '(' ( expression | compound_statement ) ')'                   // GNU: a statement's value
    | generic_selection
    | 'va_arg' '(' assignment_expression ',' type_name ')'
    | 'offsetof' '(' type_name ',' offsetof_member_designator ')'
    | '__builtin_convertvector' '(' assignment_expression ',' type_name ')'
    | '__builtin_types_compatible_p' '(' type_name ',' type_name ')'
    ;

generic_selection
    : '_Generic' '(' assignment_expression (',' generic_association)+ ')'
    ;

generic_association
    : ( type_name | 'default' ) ':' assignment_expression
    ;

offsetof_member_designator
    : Identifier ( ( '.' | '->' ) Identifier | '[' expression ']' )*
    ;

// Statements (6.8) -----------------------------------------------------------------------

statement
    : labeled_statement
    | compound_statement
    | expression_statement
    | selection_statement
    | iteration_statement
    | jump_statement
    | asm_statement
    | attributed_statement
    ;

labeled_statement
    : label
      ( ':' ( declaration | statement )
      | FinalColon
      )
    ;

label
    : ( identifier
      | 'case' constant_expression ('...' constant_expression)?     // GNU: a range
      | 'default'
      )
      {this.label();}
    ;

// GNU: `__attribute__((fallthrough));`, and what begins a declaration.
attributed_statement
    : attribute_specifier ( declaration | statement )
    ;

compound_statement
    : '{' {this.enterScope();} label_declaration* statement_list? '}' {this.exitScope();}
    ;

label_declaration
    : '__label__' identifier_list ';'
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
    : attribute_specifier* declaration
    | expression? ';'
    ;

for_condition
    : expression?
    ;

for_increment
    : expression?
    ;

jump_statement
    : ( 'goto' ( identifier | '*' expression )                      // GNU: a computed goto
      | 'continue'
      | 'break'
      | 'return' expression?
      )
      ';' {this.jump();}
    ;
