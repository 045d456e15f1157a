import { useState } from 'react'
import type { Usage } from '../api/usage.ts'
import { Button } from '../ui/Button.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './UsageList.module.css'

const texts = defineTexts('usage', {
  title: 'What uses this',
  charts: 'Charts',
  dashboards: 'Dashboards',
  datasets: 'Datasets',
  saved_queries: 'Saved queries',
  row_rules: 'Row rules',
  hidden: '{count, plural, one {# more that you may not see} other {# more that you may not see}}',
  all: 'Show all {count, number}',
  uses: 'uses {names}',
  newTab: 'opens in a new tab',
})

const kinds = ['charts', 'dashboards', 'datasets', 'saved_queries', 'row_rules'] as const
/** Maximum rows of one kind that are shown at first. */
const firstRows = 5

/** The objects that use something, as links, by kind. */
export function UsageList({ usage }: { usage: Usage }) {
  const t = useText()
  return (
    <section aria-label={t(texts.title)} className={css.list}>
      <h3 className={css.title}>{t(texts.title)}</h3>
      {kinds.map((kind) =>
        usage[kind].count === 0 ? null : <UsageKind key={kind} title={t(texts[kind])} group={usage[kind]} />,
      )}
    </section>
  )
}

function UsageKind({ title, group: { count, result } }: { title: string; group: Usage['charts'] }) {
  const t = useText()
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? result : result.slice(0, firstRows)
  const hidden = count - result.length
  return (
    <div className={css.kind}>
      <h4 className={css.head}>
        {title} <span className={css.count}>{count}</span>
      </h4>
      <ul aria-label={title}>
        {shown.map(({ id, title: name, url, names }) => (
          <li key={id} className={css.row}>
            {/* opens in a new tab, so that the dialog stays open */}
            <a href={url} target="_blank" rel="noreferrer" title={t(texts.newTab)}>
              {name || url}
            </a>
            {names.length > 0 ? <span className={css.uses}>{t(texts.uses, { names: names.join(', ') })}</span> : null}
          </li>
        ))}
        {hidden > 0 ? <li className={css.uses}>{t(texts.hidden, { count: hidden })}</li> : null}
      </ul>
      {shown.length < result.length ? (
        <Button size="xs" onClick={() => setShowsAll(true)}>
          {t(texts.all, { count: result.length })}
        </Button>
      ) : null}
    </div>
  )
}
