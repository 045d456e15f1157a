import { Plus } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import {
  entryName,
  type FilterEntry,
  newDivider,
  newFilter,
} from '../../../../../model/dashboardEdit/dashboardEditFilters.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { useUndoKeys } from '../../../../undo/useUndoable.ts'
import { datasetIdOf } from '../../state/dashboardStore.ts'
import { useDashboard } from '../../state/session.ts'
import css from './FilterConfigDialog.module.css'
import { FilterConfigFooter, LeaveQuestion } from './FilterConfigFooter.tsx'
import { FilterEntryList } from './FilterEntryList.tsx'
import { FilterForm } from './FilterForm.tsx'
import { faultTexts } from './faultTexts.ts'
import { newEntryId } from './newEntryId.ts'
import { type FilterDraft, useFilterDraft } from './useFilterDraft.ts'

const texts = defineTexts('dashboard.filterConfig', {
  title: 'Add and edit filters',
  untitled: '[untitled]',
  none: 'No filters are currently added',
  noneHelp: 'Users select values in a filter, and all charts in its scope are updated.',
  addFirst: 'Add a filter',
  removedText: 'You have removed this filter.',
  restore: 'Restore Filter',
  fault: '{name}: {fault}',
})

interface FilterConfigDialogProps {
  metadata: Readonly<Record<string, unknown>>
  /** the entry that is selected at first; the first one by default */
  startId?: string | undefined
  onClose: () => void
  onSave: (patch: { native_filter_configuration: FilterEntry[] }) => Promise<void>
}

/** The dashboard's filters: the list on the left, the form of the selected filter and a preview on the right. */
export function FilterConfigDialog({ metadata, startId, onClose, onSave }: FilterConfigDialogProps) {
  const t = useText()
  const draft = useFilterDraft(metadata, startId)
  const usualDataset = useUsualDataset()
  const body = useRef<HTMLDivElement>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const [isChecked, setIsChecked] = useState(false)
  useFocusOnAdded(body, draft.addedId)
  useUndoKeys(draft.steps, body)

  const { firstFault } = draft
  const nameOf = (entry: FilterEntry) => entryName(entry) || t(texts.untitled)
  const addFilter = () => {
    const [first] = draft.types.values()
    if (first) draft.add(newFilter(newEntryId('NATIVE_FILTER'), usualDataset, first.definition))
  }

  async function save() {
    setIsChecked(true)
    if (firstFault) return draft.show(firstFault.id)
    setIsSaving(true)
    try {
      await onSave({ native_filter_configuration: draft.saved })
    } finally {
      setIsSaving(false)
    }
  }

  const fault =
    isChecked && firstFault
      ? t(texts.fault, {
          name: nameOf(firstFault),
          fault: t(faultTexts[draft.faultsOf(firstFault.id)[0] ?? 'name']),
        })
      : undefined
  const close = () => (draft.isChanged ? setIsAsking(true) : onClose())
  return (
    <Dialog
      open
      flush
      onClose={close}
      title={t(texts.title)}
      width={1040}
      footer={
        isAsking ? (
          <LeaveQuestion onStay={() => setIsAsking(false)} onLeave={onClose} />
        ) : (
          <FilterConfigFooter
            steps={draft.steps}
            fault={fault}
            isChanged={draft.isChanged}
            isSaving={isSaving}
            onCancel={close}
            onSave={() => void save()}
          />
        )
      }
    >
      <div ref={body} className={css.body}>
        <FilterEntryList
          draft={draft}
          nameOf={nameOf}
          isChecked={isChecked}
          onAddFilter={addFilter}
          onAddDivider={() => draft.add(newDivider(newEntryId('NATIVE_FILTER_DIVIDER')))}
        />
        <Chosen draft={draft} isChecked={isChecked} onAddFilter={addFilter} />
      </div>
    </Dialog>
  )
}

interface ChosenProps {
  draft: FilterDraft
  isChecked: boolean
  onAddFilter: () => void
}

/** The form of the selected filter, or a message instead. */
function Chosen({ draft, isChecked, onAddFilter }: ChosenProps) {
  const t = useText()
  const { selected } = draft
  if (selected && draft.removed.has(selected.id)) {
    return (
      <div className={css.removed}>
        <p>{t(texts.removedText)}</p>
        <Button onClick={() => draft.restore(selected.id)}>{t(texts.restore)}</Button>
      </div>
    )
  }
  if (selected) {
    return (
      <FilterForm
        key={`${selected.id} ${draft.steps.moves}`}
        entry={selected}
        entries={draft.live}
        ticked={draft.ticks.of(selected.id)}
        isAdded={selected.id === draft.addedId}
        onTick={(part, isOn) => draft.ticks.tick(selected.id, part, isOn)}
        faults={isChecked ? draft.faultsOf(selected.id) : []}
        onChange={draft.change}
      />
    )
  }
  if (draft.entries.length > 0) return <div />
  return (
    <div className={css.removed}>
      <EmptyState
        title={t(texts.none)}
        text={t(texts.noneHelp)}
        actions={
          <Button variant="primary" icon={<Plus size={14} />} onClick={onAddFilter}>
            {t(texts.addFirst)}
          </Button>
        }
      />
    </div>
  )
}

function useFocusOnAdded(body: RefObject<HTMLDivElement | null>, addedId: string | undefined): void {
  useEffect(() => {
    if (addedId === undefined) return
    // delayed, because the menu that added the entry returns the focus to its own button when it closes
    const timer = window.setTimeout(() => body.current?.querySelector<HTMLElement>('[data-added]')?.focus())
    return () => window.clearTimeout(timer)
  }, [body, addedId])
}

/** The dataset that most charts of the dashboard use. */
function useUsualDataset(): number | undefined {
  const charts = useDashboard((state) => state.charts)
  const uses = new Map<number, number>()
  for (const { form_data } of charts.values()) {
    const id = datasetIdOf(form_data)
    if (id !== undefined) uses.set(id, (uses.get(id) ?? 0) + 1)
  }
  return [...uses].toSorted((a, b) => b[1] - a[1])[0]?.[0]
}
