import { Banner } from '../ui/Banner.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import type { SourceLoss } from './sourceLoss.ts'

const texts = defineTexts('datasetEditor.loss', {
  columns:
    '{count, plural, one {A column will be removed. Charts that use it will fail} other {# columns will be removed. Charts that use them will fail}}: {names}',
  calculated: 'Calculated columns that can no longer be computed: {names}',
  metrics: 'Metrics that can no longer be computed: {names}',
})

const maxNames = 20

/** Shows, before saving, what will be lost with the old source. */
export function LossBanner({ loss }: { loss: SourceLoss }) {
  const t = useText()
  return (
    <Banner tone="danger">
      {(['columns', 'calculated', 'metrics'] as const).map((kind) =>
        loss[kind].length === 0 ? null : (
          <div key={kind}>{t(texts[kind], { count: loss[kind].length, names: listed(loss[kind]) })}</div>
        ),
      )}
    </Banner>
  )
}

const listed = (names: readonly string[]) =>
  [...names.slice(0, maxNames), ...(names.length > maxNames ? ['…'] : [])].join(', ')
