/*
 * OpenMP 3.0: what it adds to the rules of OpenMP.g4. A rule that stands here
 * takes the place of the one of the same name there.
 */
parser grammar OpenMP30;

options { tokenVocab = CLexer; }

unique_for_clause
    : 'ordered' {this.orderedClause();}
    | 'schedule' '(' schedule_kind ')' {this.scheduleClause();}
    | 'schedule' '(' schedule_kind ',' expression ')' {this.scheduleClause();}
    | 'collapse' '(' expression ')' {this.collapseClause();}
    ;

schedule_kind
    : 'static'
    | 'dynamic'
    | 'guided'
    | 'auto'
    | 'runtime'
    ;
