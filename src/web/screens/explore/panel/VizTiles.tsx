import type { KeyboardEvent } from 'react'
import { findChart, pictureOf } from '../../../../charts/index.ts'
import { offeredTypes } from '../../../chart/offeredTypes.ts'
import { ChartIcon } from '../../../cover/ChartIcon.tsx'
import { inlineKey } from '../../../ui/direction.ts'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { defineTexts, usePlainText, useText } from '../../../ui/text.ts'
import { loadParts } from '../state/chartParts.ts'
import { useExplore } from '../state/exploreContext.ts'
import css from './ControlPanel.module.css'

const texts = defineTexts('explore.tiles', {
  label: 'Visualization type',
  current: 'Currently rendered: {name}',
  unsupported: 'This visualization type is not supported.',
})

const listed = offeredTypes
  .flatMap(({ type, tile }) => (tile === undefined ? [] : [{ type, tile }]))
  .toSorted((one, other) => one.tile - other.tile)
  .map(({ type }) => type)

/** The most used chart types, each selected by a single click; the current one shows its name. */
export function VizTiles({ onAll }: { onAll: () => void }) {
  const t = useText()
  const plain = usePlainText()
  const { vizType, switchTo } = useExplore()
  const tiles = listed.includes(vizType) ? listed : [...listed, vizType]
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the chosen tile has the focus
    <div className={css.tiles} role="radiogroup" aria-label={t(texts.label)} onKeyDown={moveChoice}>
      {tiles.map((type) => {
        const chart = findChart(type)
        const isCurrent = type === vizType
        const name = chart ? plain(chart.name) : t(texts.unsupported)
        return (
          // always wrapped in the same element, so that the selected tile keeps the focus
          <Tooltip key={type} text={isCurrent ? t(texts.current, { name }) : name}>
            <button
              type="button"
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it contains a picture, and the chosen one opens the gallery
              role="radio"
              aria-checked={isCurrent}
              aria-label={name}
              tabIndex={isCurrent ? 0 : -1}
              className={css.tile}
              onPointerEnter={() => void loadParts(type).catch(() => undefined)}
              onClick={() => (isCurrent ? onAll() : switchTo(type))}
            >
              <ChartIcon picture={pictureOf(type)} size={16} />
              {isCurrent ? <span>{name}</span> : null}
            </button>
          </Tooltip>
        )
      })}
    </div>
  )
}

/** Arrow keys move the focus; Enter or Space selects, because each selection runs a query. */
function moveChoice(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[inlineKey(event.key)]
  if (step === undefined) return
  event.preventDefault()
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')]
  const at = tiles.indexOf(event.target as HTMLElement)
  tiles[(at + step + tiles.length) % tiles.length]?.focus()
}
