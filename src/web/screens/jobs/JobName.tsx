import { defineTexts, useText } from '../../ui/text.ts'
import css from './Jobs.module.css'

const texts = defineTexts('jobKinds', {
  report: 'Alert or report',
  cleanup: 'Cleanup',
  backup: 'Backup',
  warmUp: 'Cache warm-up',
  sql: 'SQL Lab query',
})

const isKnown = (kind: string): kind is keyof typeof texts => Object.hasOwn(texts, kind)

/** The kinds of jobs, as options of a filter. */
export function useJobKinds(): { value: string; label: string }[] {
  const t = useText()
  return Object.entries(texts).map(([value, text]) => ({ value, label: t(text) }))
}

/** The kind of a job as a text; an unknown kind is shown by its key. */
export function useKindName(): (kind: string) => string {
  const t = useText()
  return (kind) => (isKnown(kind) ? t(texts[kind]) : kind)
}

/** The purpose of a job, with the alert or report that it belongs to. */
export function JobName({ kind, subject }: { kind: string; subject: { name: string; url: string } | null }) {
  const nameOf = useKindName()
  if (subject === null) return <span className={css.kind}>{nameOf(kind)}</span>
  return (
    <a href={subject.url} className={css.kind} title={nameOf(kind)}>
      {subject.name}
    </a>
  )
}
