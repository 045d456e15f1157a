import { type RefObject, useLayoutEffect, useState } from 'react'
import { useText } from '../../../../web/ui/text.ts'
import { toast } from '../../../../web/ui/toast.ts'
import { type AreaColumns, areaMask } from '../areaFilter.ts'
import { type Corner, isInRing, type LassoFault, lassoFilters, lassoMask, mostListed } from '../lasso.ts'
import { onMap } from '../viewport.ts'
import { AreaSelect } from './AreaSelect.tsx'
import type { DeckMapProps } from './deckMapProps.ts'
import { LassoSelect } from './LassoSelect.tsx'
import type { SelectBy } from './MapButtons.tsx'
import type { PageMap } from './startMap.ts'
import { texts } from './texts.ts'

interface Props {
  by: SelectBy
  columns: AreaColumns
  chart: DeckMapProps['chart']
  map: RefObject<PageMap | undefined>
  onEnd: () => void
}

const faults: Record<LassoFault, (typeof texts)[keyof typeof texts]> = {
  cells: texts.lassoCells,
  none: texts.lassoNone,
  many: texts.lassoMany,
  mixed: texts.lassoMixed,
}

/** The overlay of a map while the user selects places by which the map filters. */
export function MapSelect({ by, columns, chart: { size, data, onDataMask }, map, onEnd }: Props) {
  const t = useText()
  const [opener] = useState(() => document.activeElement)
  useLayoutEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    },
    [opener],
  )
  if (by === 'area')
    return (
      <AreaSelect
        size={size}
        onCancel={onEnd}
        onSelect={([left, top], [right, bottom]) => {
          onEnd()
          const corners = [
            [left, top],
            [right, top],
            [right, bottom],
            [left, bottom],
          ] as const
          map.current?.withArea(corners, (found) => found && onDataMask?.(areaMask(columns, found)))
        }}
      />
    )

  function select(line: readonly Corner[]) {
    onEnd()
    map.current?.withRing(line, (ring, project) => {
      const found = lassoFilters(data[0], columns, (place) => {
        const [x = Number.NaN, y = Number.NaN] = project([place[0], onMap(place[1])])
        return isInRing(line, [x, y])
      })
      if (typeof found === 'string') toast.warning({ text: faults[found], values: { most: mostListed } })
      else onDataMask?.(lassoMask(found, ring, t(texts.lassoLabel, { rows: found.rows })))
    })
  }
  return <LassoSelect size={size} onCancel={onEnd} onSelect={select} />
}
