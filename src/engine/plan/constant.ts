/** SQL that is one number, text, truth or NULL, whatever signs and parentheses stand around it. */
const CONSTANT =
  /^[\s(+-]*(?:\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?|'(?:[^']|'')*'|null|true|false)[\s)]*$/i

/**
 * A term of GROUP BY or ORDER BY that is read as the expression it is: databases take a bare number there for the
 * position of a column, and some refuse other constants.
 */
export const asTerm = (text: string): string => (CONSTANT.test(text) ? `CASE WHEN 1 = 1 THEN ${text} END` : text)
