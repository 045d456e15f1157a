import { Check, Ellipsis, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { NativeFilter } from '../../../../model/dashboard/dashboardMetadata.ts'
import { type DataMasks, dirtyFilters, maskLabel } from '../../../../model/dashboard/dashboardState.ts'
import { can, isSignedIn } from '../../../api/bootstrap.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { LabelledIcon } from '../../../ui/LabelledIcon.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { FilterControl } from '../filterBar/FilterControl.tsx'
import { useDashboard, useSession } from '../state/session.ts'
import css from './FilterSets.module.css'
import { type FilterSet, faultOf, isApplied, twinOf, usableMasks } from './filterSets.ts'
import { useFilterSetChanges } from './useFilterSetChanges.ts'

const texts = defineTexts('dashboard.filterSet', {
  new: 'New filter set',
  name: 'Name of the filter set',
  count: 'Filters ({count})',
  none: 'None',
  make: 'Create new filter set',
  create: 'Create',
  save: 'Save',
  cancel: 'Cancel',
  edit: 'Edit',
  rebuild: 'Rebuild',
  rebuildTip: 'Remove invalid filters',
  delete: 'Delete',
  useView: 'Open the dashboard with this set',
  dropView: 'Do not open the dashboard with this set',
  view: 'My view: the dashboard opens with this set',
  more: 'Actions for {name}',
  applied: 'Applied',
  nameless: 'Please filter set name',
  taken: 'Filter set with this name already exists',
  unapplied: 'Please apply filter changes',
  exists: 'Filter set already exists',
  identical: 'This filter set is identical to: "{name}"',
  gone: "This filter doesn't exist in dashboard. It will not be applied.",
  changed: 'Filter metadata changed in dashboard. It will not be applied.',
  editing: 'Editing filter set:',
})

/** A card for the current values, and one for each saved set. */
export function FilterSetList({ sets }: { sets: FilterSet[] }) {
  const { store } = useSession()
  const filters = useDashboard((state) => state.filters)
  const applied = useDashboard((state) => state.applied)
  const changes = useFilterSetChanges(sets)
  const [editedId, setEditedId] = useState<number>()
  const edited = sets.find(({ id }) => id === editedId)

  function apply(set: FilterSet) {
    const masks = usableMasks(set, filters)
    store.setState((state) => ({ applied: { ...state.applied, ...masks }, drafts: { ...state.drafts, ...masks } }))
  }

  if (edited) {
    return (
      <EditedSet
        set={edited}
        sets={sets}
        isBusy={changes.isBusy}
        onClose={() => setEditedId(undefined)}
        onSave={async (name) => {
          await changes.save(edited, name, filters, store.getState().applied)
          setEditedId(undefined)
        }}
      />
    )
  }
  return (
    <>
      {can('can_add', 'FilterSets') ? (
        <NewSet
          sets={sets}
          isBusy={changes.isBusy}
          onCreate={(name) => changes.create(name, filters, store.getState().applied)}
        />
      ) : null}
      <ul className={css.sets}>
        {sets.map((set) => (
          <SetCard
            key={set.id}
            set={set}
            filters={filters}
            isOn={isApplied(set, filters, applied)}
            onApply={() => apply(set)}
            onView={isSignedIn ? (isView, name) => changes.setView(set, isView, name) : undefined}
            {...(changes.mayChange(set) && {
              onEdit: () => {
                apply(set)
                setEditedId(set.id)
              },
              onRebuild: () => {
                const valid = set.filters.filter((filter) => !faultOf(filter, filters))
                // the message of the failure was already shown
                changes.save(set, set.name, valid, set.masks).catch(() => undefined)
              },
              onDelete: () => changes.remove(set),
            })}
          />
        ))}
      </ul>
    </>
  )
}

/** Why the current values cannot be saved under a name. */
function useRefusal(name: string, sets: readonly FilterSet[], own?: FilterSet): string | false {
  const t = useText()
  const { filters, applied, drafts } = useDashboard(({ filters, applied, drafts }) => ({ filters, applied, drafts }))
  const others = sets.filter(({ id }) => id !== own?.id)
  if (dirtyFilters(filters, applied, drafts).length > 0) return t(texts.unapplied)
  const twin = twinOf(others, filters, applied)
  if (twin) return own ? t(texts.identical, { name: twin.name }) : t(texts.exists)
  if (name.trim() === '') return t(texts.nameless)
  return others.some((set) => set.name === name.trim()) ? t(texts.taken) : false
}

interface NewSetProps {
  sets: FilterSet[]
  isBusy: boolean
  onCreate: (name: string) => Promise<unknown>
}

/** The current values, which can be saved under a name as a new set. */
function NewSet({ sets, isBusy, onCreate }: NewSetProps) {
  const t = useText()
  const filters = useDashboard((state) => state.filters)
  const applied = useDashboard((state) => state.applied)
  const [name, setName] = useState(t(texts.new))
  const [isNaming, setIsNaming] = useState(false)
  const refusal = useRefusal(name, sets)
  return (
    <section className={css.card} aria-label={t(texts.new)}>
      {isNaming ? (
        <TextField hideLabel label={t(texts.name)} value={name} onChange={setName} autoFocus />
      ) : (
        <h3>{t(texts.new)}</h3>
      )}
      <Values filters={filters} masks={applied} current={filters} />
      {isNaming ? (
        <div className={css.buttons}>
          <Button onClick={() => setIsNaming(false)}>{t(texts.cancel)}</Button>
          <Button
            variant="primary"
            busy={isBusy}
            disabledReason={refusal}
            onClick={() =>
              void onCreate(name.trim()).then(
                () => setIsNaming(false),
                // a toast shows the reason
                () => undefined,
              )
            }
          >
            {t(texts.create)}
          </Button>
        </div>
      ) : (
        <Button
          disabledReason={refusal === t(texts.taken) ? false : refusal}
          onClick={() => {
            setIsNaming(true)
          }}
        >
          {t(texts.make)}
        </Button>
      )}
    </section>
  )
}

interface EditedSetProps {
  set: FilterSet
  sets: FilterSet[]
  isBusy: boolean
  onClose: () => void
  onSave: (name: string) => Promise<unknown>
}

/** A set while it is edited: its name and its filters. Saving stores the applied values of these filters. */
function EditedSet({ set, sets, isBusy, onClose, onSave }: EditedSetProps) {
  const t = useText()
  const filters = useDashboard((state) => state.filters)
  const [name, setName] = useState(set.name)
  const refusal = useRefusal(name, sets, set)
  return (
    <section className={css.edited} aria-label={`${t(texts.editing)} ${set.name}`}>
      <h3>{t(texts.editing)}</h3>
      <TextField hideLabel label={t(texts.name)} value={name} onChange={setName} />
      {filters.map((filter) => (
        <FilterControl key={filter.id} filter={filter} />
      ))}
      <div className={css.buttons}>
        <Button onClick={onClose}>{t(texts.cancel)}</Button>
        <Button
          variant="primary"
          busy={isBusy}
          disabledReason={refusal}
          onClick={() => void onSave(name.trim()).catch(() => undefined)}
        >
          {t(texts.save)}
        </Button>
      </div>
    </section>
  )
}

interface SetCardProps {
  set: FilterSet
  filters: NativeFilter[]
  isOn: boolean
  onApply: () => void
  onView: ((isView: boolean, name: string) => void) | undefined
  onEdit?: () => void
  onRebuild?: () => void
  onDelete?: () => void
}

/** A saved set: a click applies it. */
function SetCard({ set, filters, isOn, onApply, onView, onEdit, onRebuild, onDelete }: SetCardProps) {
  const t = useText()
  return (
    <li className={classes(css.card, isOn && css.on)}>
      <div className={css.head}>
        <button type="button" className={css.apply} aria-pressed={isOn} onClick={onApply}>
          {isOn ? (
            <LabelledIcon label={t(texts.applied)}>
              <Check size={14} />
            </LabelledIcon>
          ) : null}
          {set.name}
        </button>
        <Menu
          align="end"
          items={[
            onView && {
              label: t(set.isView ? texts.dropView : texts.useView),
              onSelect: () => onView(!set.isView, set.name),
            },
            onEdit && { label: t(texts.edit), onSelect: onEdit },
            onRebuild && { label: t(texts.rebuild), hint: t(texts.rebuildTip), onSelect: onRebuild },
            onDelete && { label: t(texts.delete), onSelect: onDelete },
          ]}
          trigger={
            <IconButton
              size="xs"
              tooltip={false}
              label={t(texts.more, { name: set.name })}
              icon={<Ellipsis size={16} />}
            />
          }
        />
      </div>
      {set.isView ? <p className={css.view}>{t(texts.view)}</p> : null}
      <Values filters={set.filters} masks={set.masks} current={filters} />
    </li>
  )
}

interface ValuesProps {
  filters: readonly NativeFilter[]
  masks: DataMasks
  current: readonly NativeFilter[]
}

/** The filters with their values; those that cannot be applied are marked. */
function Values({ filters, masks, current }: ValuesProps) {
  const t = useText()
  return (
    <>
      <p className={css.count}>{t(texts.count, { count: filters.length })}</p>
      <ul className={css.values}>
        {filters.map((filter) => {
          const fault = faultOf(filter, current)
          return (
            <li key={filter.id} className={fault && css.struck}>
              <span className={css.name}>{filter.name}:</span> {maskLabel(masks[filter.id]) || t(texts.none)}
              {fault ? (
                <LabelledIcon label={t(texts[fault])} tooltip={t(texts[fault])} className={css.fault}>
                  <TriangleAlert size={13} />
                </LabelledIcon>
              ) : null}
            </li>
          )
        })}
      </ul>
    </>
  )
}
