import css from './CenteredNote.module.css'

/** One sentence in the middle of its box that says what is missing, and what would help. */
export function CenteredNote({ text }: { text: string }) {
  return <output className={css.note}>{text}</output>
}
