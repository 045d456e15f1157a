import type { ReactNode } from 'react'
import { type Line, markedLines } from '../../../../../model/dashboardEdit/lineDiff.ts'
import { ScrollRegion } from '../../../../ui/ScrollRegion.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import css from './MarkedLines.module.css'

const texts = defineTexts('dashboard.edit.lines', {
  same: '{count} unchanged lines',
  nothing: '(empty)',
})

/** Runs of at least this many unchanged lines are collapsed, except for `BESIDE` lines next to each change. */
const FOLDED_FROM = 10
const BESIDE = 3

interface MarkedLinesProps {
  label: string
  before: string
  after: string
  /** whether the lines are sentences, not code */
  isProse?: boolean
}

/** A text with added and removed lines marked. Sentences are never collapsed. */
export function MarkedLines({ label, before, after, isProse = false }: MarkedLinesProps) {
  const t = useText()
  const isShort = !before.includes('\n') && !after.includes('\n')
  const lines = markedLines(before, after).filter(({ mark }) => !isShort || mark !== 'removed')
  return (
    <ScrollRegion className={css.lines} data-prose={isProse ? '' : undefined} label={label}>
      {lines.length === 0 ? <span className={css.nothing}>{t(texts.nothing)}</span> : null}
      {runsOf(lines).map(({ mark, from, texts: run }, index, all) => {
        if (mark !== 'same' || isProse || run.length < FOLDED_FROM)
          return run.map((text, at) => lineOf(mark, text, from + at))
        const [head, tail] = [index === 0 ? 0 : BESIDE, index === all.length - 1 ? 0 : BESIDE]
        const end = run.length - tail
        return [
          ...run.slice(0, head).map((text, at) => lineOf(mark, text, from + at)),
          <details key={`fold-${from}`}>
            <summary>{t(texts.same, { count: end - head })}</summary>
            {run.slice(head, end).map((text, at) => lineOf(mark, text, from + head + at))}
          </details>,
          ...run.slice(end).map((text, at) => lineOf(mark, text, from + end + at)),
        ]
      })}
    </ScrollRegion>
  )
}

function lineOf(mark: Line['mark'], text: string, key: number): ReactNode {
  const content = text === '' ? '\u00a0' : text
  if (mark === 'added') return <ins key={key}>{content}</ins>
  if (mark === 'removed') return <del key={key}>{content}</del>
  return <span key={key}>{content}</span>
}

function runsOf(lines: readonly Line[]): { mark: Line['mark']; from: number; texts: string[] }[] {
  const runs: { mark: Line['mark']; from: number; texts: string[] }[] = []
  for (const [from, { mark, text }] of lines.entries()) {
    const last = runs.at(-1)
    if (last?.mark === mark) last.texts.push(text)
    else runs.push({ mark, from, texts: [text] })
  }
  return runs
}
