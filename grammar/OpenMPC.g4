/*
 * C with OpenMP and `accessible`. These connect to C only in the rules below,
 * the entry points of Section 7.1.3 and Appendix B.
 */
parser grammar OpenMPC;

options { tokenVocab = CLexer; }

// Of rules with the same name the first holds: that of the latest version.
import C, OpenMP60, OpenMP52, OpenMP51, OpenMP50, OpenMP40, OpenMP31, OpenMP30, OpenMP25, OpenMP, Accessible;

external_declaration
    : function_definition
    | accessible_qualifier?                                         // OpenMP extension 2 of 2, in a file
      attribute_specifier* declaration                              // that does not define the function
    | implicit_declaration
    | asm_definition
    | ';'
    ;

function_definition
    : accessible_qualifier?                                         // OpenMP extension 2 of 2
      DefinitionAhead
      attribute_specifier*
      declaration_specifiers? declarator
      ( {this.enterFunction();} compound_statement                  // ANSI style
      | {this.enterParameters();} ( attribute_specifier* declaration )+
        {this.enterFunction();} compound_statement                  // K&R style
      )
      {this.exitFunction();}
    ;

declaration
    : declaration_specifiers init_declarator_list? ( ';' | nested_body ) {this.exitDeclaration();}
    | static_assert_declaration
    | declarative_directive                                         // OpenMP entrypoint 1 of 3
    | accessible_directive                                          // OpenMP extension 1 of 2
    ;

statement
    : labeled_statement
    | compound_statement
    | expression_statement
    | selection_statement
    | iteration_statement
    | jump_statement
    | asm_statement
    | attributed_statement
    | openmp_construct                                              // OpenMP entrypoint 2 of 3
    ;

statement_list
    : ( openmp_directive                                            // OpenMP entrypoint 3 of 3
      | declaration
      | statement
      )+
    ;
