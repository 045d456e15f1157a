import css from './Avatar.module.css'
import { classes } from './classes.ts'
import { LabelledIcon } from './LabelledIcon.tsx'
import { defineTexts, useText } from './text.ts'

const texts = defineTexts('ui.avatar', { more: '+{count, number}' })

/** Maximum number of avatars; the number of all further users is shown as "+n". */
const maxFaces = 4

/** First letters of the first and the last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = words[0]?.[0] ?? '?'
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : (words[0]?.[1] ?? '')
  return (first + last).toUpperCase()
}

export function Avatar({ name, size = 'md' }: { name: string; size?: 'sm' | 'md' }) {
  return (
    <span className={classes(css.avatar, size === 'sm' && css.small)} aria-hidden="true">
      {initials(name)}
    </span>
  )
}

/** The avatars of users, four at most; names in the tooltip and for screen readers. */
export function FacePile({ names }: { names: readonly string[] }) {
  const t = useText()
  if (names.length === 0) return null
  const all = names.join(', ')
  return (
    <LabelledIcon label={all} tooltip={all} className={css.pile}>
      {names.slice(0, maxFaces).map((name) => (
        <Avatar key={name} name={name} size="sm" />
      ))}
      {names.length > maxFaces ? (
        <span className={classes(css.avatar, css.small)}>{t(texts.more, { count: names.length - maxFaces })}</span>
      ) : null}
    </LabelledIcon>
  )
}
