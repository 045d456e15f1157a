import { defineTexts, useText } from '../ui/text.ts'
import { DeleteUsage } from '../usage/DeleteUsage.tsx'
import type { DroppedParts } from './droppedParts.ts'

const texts = defineTexts('datasetEditor.dropped', {
  columns: '{count, plural, one {A column is removed or renamed} other {# columns are removed or renamed}}: {names}.',
  metrics: '{count, plural, one {A metric is removed or renamed} other {# metrics are removed or renamed}}: {names}.',
})

const maxNames = 20

/** Shows, before saving, which objects use the columns and metrics that the dataset will no longer have. */
export function DroppedUsage({ datasetId, dropped }: { datasetId: number; dropped: DroppedParts }) {
  const t = useText()
  return (
    <DeleteUsage question={{ kind: 'dataset', ids: [datasetId], ...dropped }}>
      {(['columns', 'metrics'] as const).map((kind) => {
        const names = dropped[kind]
        if (names.length === 0) return null
        const listed = [...names.slice(0, maxNames), ...(names.length > maxNames ? ['…'] : [])].join(', ')
        return <p key={kind}>{t(texts[kind], { count: names.length, names: listed })}</p>
      })}
    </DeleteUsage>
  )
}
