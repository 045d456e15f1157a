import { PostgreSQL } from '@codemirror/lang-sql'
import { highlightCode, tagHighlighter, tags } from '@lezer/highlight'
import type { ReactNode } from 'react'
import css from './SqlText.module.css'

/** SQL with syntax highlighting, to read and select. */
export default function SqlText({ sql }: { sql: string }) {
  const parts: ReactNode[] = []
  highlightCode(
    sql,
    PostgreSQL.language.parser.parse(sql),
    highlighter,
    (text, classes) => {
      parts.push(
        classes === '' ? (
          text
        ) : (
          <span key={parts.length} className={classes}>
            {text}
          </span>
        ),
      )
    },
    () => {
      parts.push('\n')
    },
  )
  return <>{parts}</>
}

const highlighter = tagHighlighter([
  { tag: [tags.keyword, tags.operatorKeyword], class: css.keyword ?? '' },
  // a quoted name is an identifier
  { tag: tags.special(tags.string), class: css.name ?? '' },
  { tag: tags.string, class: css.string ?? '' },
  { tag: [tags.number, tags.bool, tags.null], class: css.number ?? '' },
  { tag: [tags.function(tags.variableName), tags.standard(tags.name)], class: css.function ?? '' },
  { tag: [tags.lineComment, tags.blockComment], class: css.comment ?? '' },
])
