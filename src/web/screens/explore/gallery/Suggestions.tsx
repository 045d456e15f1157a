import type { ChartType } from '../../../../charts/shared/contract.ts'
import { shapeOf, suggestTypes } from '../../../../charts/suggestTypes.ts'
import { offeredTypes } from '../../../chart/offeredTypes.ts'
import { ChartIcon } from '../../../cover/ChartIcon.tsx'
import { Button } from '../../../ui/Button.tsx'
import { defineTexts, usePlainText, useText } from '../../../ui/text.ts'
import { partsOf } from '../state/chartParts.ts'
import { type Explore, useExplore } from '../state/exploreContext.ts'
import css from './Gallery.module.css'

const texts = defineTexts('explore.suggestions', { label: 'Suits the selected columns' })

/** The types that suit the columns of the current chart best. */
export function Suggestions({ onSelect }: { onSelect: (chart: ChartType) => void }) {
  const t = useText()
  const plain = usePlainText()
  const fitting = suggestionsFor(useExplore())
  if (fitting.length === 0) return null
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it contains buttons, not form fields
    <div className={css.suggestions} role="group" aria-label={t(texts.label)}>
      <span aria-hidden="true">{t(texts.label)}</span>
      {fitting.map((chart) => (
        <Button
          key={chart.type}
          size="sm"
          icon={<ChartIcon picture={chart.picture} size={14} />}
          onClick={() => onSelect(chart)}
        >
          {plain(chart.name)}
        </Button>
      ))}
    </div>
  )
}

function suggestionsFor({ vizType, form, datasource }: Explore): ChartType[] {
  const query = partsOf(vizType)?.query
  // a type that draws other charts uses no columns
  if (!query) return []
  const formData = query.formData.parse(form)
  return suggestTypes(offeredTypes, shapeOf(query.buildQuery({ formData, datasource }), datasource.columnTypes))
}
