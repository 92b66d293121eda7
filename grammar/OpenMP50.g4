/*
 * OpenMP 5.0: the rules of earlier versions that it changed, and its new ones.
 */
parser grammar OpenMP50;

options { tokenVocab = CLexer; }

// Section 2.17.7
atomic_clause
    : 'read' {this.atomicClause();}
    | 'write' {this.atomicClause();}
    | 'update' {this.atomicClause();}
    | 'capture' {this.atomicClause();}
    | memory_order_clause
    | 'hint' '(' expression ')' {this.atomicClause();}
    ;

memory_order_clause
    : 'seq_cst' {this.atomicClause();}                         // from 4.0 on, section 2.12.6
    | 'acq_rel' {this.atomicClause();}
    | 'release' {this.atomicClause();}
    | 'acquire' {this.atomicClause();}
    | 'relaxed' {this.atomicClause();}
    ;
