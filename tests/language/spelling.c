%:define FIVE 5
/* Digraphs, spliced lines, and the white space that C allows. */
%:pragma once
int digraphs<:3:> = <% 1, 2, 3 %>;
int f(int a)
<%
    return digraphs<:a:> + FIVE;
%>
int spliced \
= 1; // a comment \
that goes on
char *string = "spliced \
string";
int	tab ;
intform_feed;int vertical_tab;
/* ** // */ int/**/between/* /* */=/**/3 ;
// /* no block
int last = 4; /* the file ends without a newline */
int no_newline = 1; // at the end