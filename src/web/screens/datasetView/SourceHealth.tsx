import { useQuery } from '@tanstack/react-query'
import { can } from '../../api/bootstrap.ts'
import { type EditedDataset, sourceColumnsQuery } from '../../api/datasetEdit.ts'
import { datasetMarks } from '../../api/datasets.ts'
import { messageOf } from '../../api/failure.ts'
import { Banner } from '../../ui/Banner.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './DatasetViewScreen.module.css'
import { sourceChanges } from './sourceChanges.ts'

const texts = defineTexts('datasetHealth', {
  unreadable: 'The source of this dataset cannot be read: {message}',
  missing:
    '{count, plural, one {A column is no longer in the source. Charts that use it fail} other {# columns are no longer in the source. Charts that use them fail}}: {names}',
  added:
    '{count, plural, one {The source has a new column} other {The source has # new columns}}: {names}. Sync the columns from the source to use {count, plural, one {it} other {them}}.',
})

/** Notes for readers of a dataset: its warning, its health message, and whether its source has changed. */
export function SourceHealth({ dataset }: { dataset: EditedDataset }) {
  const t = useText()
  const mayRead = can('can_external_metadata', 'Datasource')
  const source = useQuery({ ...sourceColumnsQuery(dataset.id), enabled: mayRead })
  const { warning } = datasetMarks(dataset.extra)
  const { missing, added } = sourceChanges(dataset.columns, source.data)
  const messages = [
    warning ? ({ tone: 'warning', text: warning } as const) : undefined,
    dataset.health_check_message ? ({ tone: 'danger', text: dataset.health_check_message } as const) : undefined,
    source.error
      ? ({ tone: 'danger', text: t(texts.unreadable, { message: messageOf(source.error) }) } as const)
      : undefined,
    missing.length > 0
      ? ({ tone: 'danger', text: t(texts.missing, { count: missing.length, names: listed(missing) }) } as const)
      : undefined,
    added.length > 0
      ? ({ tone: 'info', text: t(texts.added, { count: added.length, names: listed(added) }) } as const)
      : undefined,
  ].filter((message) => message !== undefined)
  if (messages.length === 0) return null
  return (
    <div className={css.health}>
      {messages.map(({ tone, text }) => (
        <Banner key={text} tone={tone}>
          {text}
        </Banner>
      ))}
    </div>
  )
}

const mostNames = 10
const listed = (names: readonly string[]) =>
  [...names.slice(0, mostNames), ...(names.length > mostNames ? ['…'] : [])].join(', ')
