import { Button } from '../ui/Button.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './DatasetEditor.module.css'
import type { Items } from './useItems.ts'

const texts = defineTexts('datasetEditor.showAll', { all: 'Show all {count, number}', none: 'No results found' })

/** Below a list that is long, or empty. */
export function ShowAll<T>({ items }: { items: Items<T> }) {
  const t = useText()
  if (items.count === 0) return <p className={css.none}>{t(texts.none)}</p>
  if (items.shown.length === items.count) return null
  return (
    <Button size="sm" variant="quiet" className={css.showAll} onClick={items.showAll}>
      {t(texts.all, { count: items.count })}
    </Button>
  )
}
