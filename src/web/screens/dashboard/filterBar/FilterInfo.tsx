import { Info } from 'lucide-react'
import { type ComponentPropsWithRef, lazy, type ReactNode, Suspense, useState } from 'react'
import type { NativeFilter } from '../../../../model/dashboard/dashboardMetadata.ts'
import { LazyPart } from '../../../ui/LazyPart.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useEditMode } from '../editMode.ts'
import { useSession } from '../state/session.ts'
import { StoredFilterConfig } from './EditFilters.tsx'
import css from './FilterInfo.module.css'

const texts = defineTexts('dashboard.filterInfo', { about: 'About the filter {name}' })

const FilterCard = lazy(() => import('./FilterCard.tsx'))

/** The info icon of a filter. Hovering shows the card; a click keeps the card open, with its links. */
export function FilterInfo({ filter }: { filter: NativeFilter }) {
  const t = useText()
  const session = useSession()
  const mode = useEditMode()
  const [open, setOpen] = useState<'card' | 'editor'>()
  const close = () => setOpen(undefined)
  const label = t(texts.about, { name: filter.name })
  const card = (isPlain: boolean) => (
    <Suspense>
      <FilterCard
        session={session}
        filter={filter}
        isPlain={isPlain}
        onClose={close}
        onEdit={mode && (() => setOpen('editor'))}
      />
    </Suspense>
  )
  return (
    <>
      <Popover
        label={label}
        side="right"
        open={open === 'card'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'card' : undefined)}
        trigger={<InfoButton aria-label={label} tip={open ? undefined : card(true)} />}
      >
        {card(false)}
      </Popover>
      {open === 'editor' ? (
        <LazyPart onClose={close}>
          <StoredFilterConfig startId={filter.id} onClose={close} />
        </LazyPart>
      ) : null}
    </>
  )
}

function InfoButton({ tip, ...props }: ComponentPropsWithRef<'button'> & { tip: ReactNode }) {
  const button = (
    <button {...props} type="button" className={css.button}>
      <Info size={13} />
    </button>
  )
  return tip ? (
    <Tooltip text={tip} side="right">
      {button}
    </Tooltip>
  ) : (
    button
  )
}
