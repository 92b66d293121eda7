/*
 * OpenMP 3.1: the rules of earlier versions that it changed, and its new ones.
 */
parser grammar OpenMP31;

options { tokenVocab = CLexer; }

// Section 2.8.5: which block, and which statement, src/openmp/atomic.rs says.
atomic_construct
    : atomic_directive ( expression_statement | compound_statement ) {this.exitAtomicConstruct();}
    ;

atomic_directive
    : openmp_pragma 'atomic' {this.enterConstruct();} atomic_clauseoptseq NewLine {this.exitDirective();}
    ;

atomic_clauseoptseq
    : atomic_clause*
    ;

atomic_clause
    : 'read' {this.atomicClause();}
    | 'write' {this.atomicClause();}
    | 'update' {this.atomicClause();}
    | 'capture' {this.atomicClause();}
    ;

// Section 2.9.3.6
reduction_operator
    : '+' | '*' | '-' | '&' | '^' | '|' | '&&' | '||' | 'max' | 'min'
    ;
