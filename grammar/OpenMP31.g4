/*
 * OpenMP 3.1: the rules of earlier versions that it changed, and its new ones.
 */
parser grammar OpenMP31;

options { tokenVocab = CLexer; }

// Section 2.8.5. src/openmp/atomic.rs checks the block or the statement.
atomic_construct
    : atomic_directive ( expression_statement | compound_statement | selection_statement ) {this.exitAtomicConstruct();}
    ;

// 2.5, section 2.7.4
atomic_directive
    : openmp_pragma 'atomic' {this.enterConstruct();} atomic_clauseoptseq NewLine {this.exitDirective();}
    ;

atomic_clauseoptseq
    : atomic_clause*
    ;

// section 2.8.5 of OpenMP 3.1
atomic_operation
    : 'read' {this.atomicClause();}
    | 'write' {this.atomicClause();}
    | 'update' {this.atomicClause();}
    | 'capture' {this.atomicClause();}
    ;

// Section 2.9.3.6
reduction_operator
    : '+' | '*' | '-' | '&' | '^' | '|' | '&&' | '||' | 'max' | 'min'
    | identifier                                                    // 4.0
    ;

// section 12.3 of OpenMP 5.2
final_clause
    : 'final' '(' expression ')' {this.clause();}
    ;

// section 12.2 of OpenMP 5.2
mergeable_clause
    : 'mergeable' {this.clause();}
    ;

// section 12.7 of OpenMP 5.2
taskyield_directive
    : openmp_pragma 'taskyield' NewLine {this.exitStandaloneDirective();}
    ;
