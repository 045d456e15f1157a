import { type CompletionContext, type CompletionResult, ifNotIn } from '@codemirror/autocomplete'
import { keywordCompletionSource } from '@codemirror/lang-sql'
import type { EditorDialect } from '../../../../model/sqlLab/sqlLabAnswers.ts'
import { type Catalog, nameCompletions } from './completions.ts'
import { keywordsOf } from './keywords.ts'
import { statementAt } from './statements.ts'

/** Completes names of the database and of the text itself, functions and keywords. */
export function completionSource(dialect: EditorDialect | undefined, catalog: () => Catalog) {
  const keywords = keywordCompletionSource(keywordsOf(dialect), true)
  const functions = (dialect?.functions ?? []).map((name) => ({
    label: name,
    apply: `${name}(`,
    detail: 'function',
    type: 'function',
  }))
  return ifNotIn(['String', 'LineComment', 'BlockComment'], async (context: CompletionContext) => {
    const typed = context.matchBefore(/[\p{L}\p{N}_$]+/u)
    const isQualified = /\.\s*[\p{L}\p{N}_$]*$/u.test(
      context.state.sliceDoc(Math.max(0, context.pos - 200), context.pos),
    )
    if (!context.explicit && !typed && !isQualified) return null
    const text = context.state.doc.toString()
    const { from, to } = statementAt(text, context.pos) ?? { from: context.pos, to: context.pos }
    const start = Math.min(from, context.pos)
    const names = await nameCompletions(
      catalog(),
      text.slice(start, context.pos),
      text.slice(context.pos, Math.max(to, context.pos)),
    )
    const more = isQualified ? [] : [...functions, ...optionsOf(await keywords(context))]
    const options = [...names.options, ...more]
    // names that arrive after the editor has lost the focus would cover the result
    const isLeft = context.view?.hasFocus === false
    return options.length === 0 || isLeft
      ? null
      : ({
          from: typed?.from ?? context.pos,
          options,
          ...(names.isPart ? {} : { validFor: /^[\p{L}\p{N}_$]*$/u }),
        } satisfies CompletionResult)
  })
}

const optionsOf = (result: CompletionResult | null) => result?.options ?? []
