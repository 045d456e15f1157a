import { lazy } from 'react'
import { othersWay, type WayOut, waysOut } from '../../../../model/explore/waysOut.ts'
import { canDrill } from '../../../drill/canDrill.ts'
import type { LeftOutAnswer } from '../../../leftOut/askLeftOut.ts'
import LeftOutBadge from '../../../leftOut/LeftOutBadge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useExplore } from '../state/exploreContext.ts'

const texts = defineTexts('explore.leftOut', {
  limit: 'Raise the row limit to {limit, number}',
  series: 'Show the {series} largest series',
  grain: 'Time grain: {name}',
  others: 'Draw the rest as “Other”',
  noOthers: 'Do not draw “Other”',
})

const RowsDialog = lazy(() => import('./RowsDialog.tsx'))

/** The rows that the chart leaves out, with buttons that show more of them. */
export default function LeftOutPill({ answer }: { answer: LeftOutAnswer }) {
  const t = useText()
  const { form, rules, apply } = useExplore()
  const { cuts } = answer
  const names = new Set(rules.map(({ name }) => name))
  const ways = [
    ...cuts.flatMap((cut) => (cut.unit === 'series' ? [] : waysOut(form, names, cut.all))),
    // a share is known only for a metric that adds up
    ...(names.has('limit') && form['x_axis'] && cuts.some(({ share }) => share !== undefined) ? [othersWay(form)] : []),
  ]
  const textOf = (way: WayOut) => t(texts[way.kind], { ...way, controls: undefined })
  return (
    <LeftOutBadge
      answer={answer}
      actions={(close) =>
        ways.map((way) => (
          <Button
            key={way.kind}
            size="xs"
            onClick={() => {
              close()
              apply(way.controls)
            }}
          >
            {textOf(way)}
          </Button>
        ))
      }
      rows={
        canDrill(form) ? (opened, onClose) => <RowsDialog form={form} opened={opened} onClose={onClose} /> : undefined
      }
    />
  )
}
