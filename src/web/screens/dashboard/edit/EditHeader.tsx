import { Ellipsis, Redo2, Undo2 } from 'lucide-react'
import { UNTITLED } from '../../../../model/dashboardEdit/dashboardEdit.ts'
import { can } from '../../../api/bootstrap.ts'
import { PageHeader } from '../../../shell/PageHeader.tsx'
import { PaletteActions } from '../../../shell/PaletteActions.tsx'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Kbd, modKey } from '../../../ui/Kbd.tsx'
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx'
import { StatusDot, Tag } from '../../../ui/Tag.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useDashboard } from '../state/session.ts'
import css from './EditHeader.module.css'
import { countChanges, isDirty, useEdit, useEditor } from './editStore.ts'
import { InPlaceText } from './layout/InPlaceText.tsx'

const texts = defineTexts('dashboard.edit.header', {
  dashboards: 'Dashboards',
  title: 'Dashboard title',
  placeholder: 'Add the name of the dashboard',
  changes: '{count, plural, one {# unsaved change} other {# unsaved changes}}',
  undo: 'Undo the action',
  redo: 'Redo the action',
  nothing: 'Nothing to undo',
  nothingAgain: 'Nothing to redo',
  discard: 'Discard',
  save: 'Save',
  unchanged: 'There is nothing to save.',
  more: 'More actions',
  properties: 'Edit properties',
  css: 'Edit CSS',
  filters: 'Add and edit filters',
  crossFilters: 'Cross-filtering scoping',
  filterScopes: 'Set filter mapping',
  convert: 'Convert filter boxes to native filters',
  interval: 'Set auto-refresh interval',
  saveAs: 'Save as',
  published: 'Published',
  draft: 'Draft',
})

export type EditDialog = 'properties' | 'css' | 'filters' | 'crossFilters' | 'filterScopes' | 'interval' | 'saveAs'

interface EditHeaderProps {
  /** read-only: publishing is a separate request */
  isPublished: boolean
  onSave: () => void
  onDiscard: () => void
  onOpen: (dialog: EditDialog) => void
  /** replaces filter boxes by native filters */
  onConvert: () => void
}

/** Title, undo and redo, discard and save. */
export function EditHeader({ isPublished, onSave, onDiscard, onOpen, onConvert }: EditHeaderProps) {
  const t = useText()
  const editor = useEditor()
  const hasBoxes = useDashboard((state) => state.boxFilters.length > 0)
  const { title, steps, count, stepsAgain, dirty, isSaving } = useEdit((state) => ({
    title: state.history.present.title,
    steps: state.history.past.length,
    count: countChanges(state),
    stepsAgain: state.history.future.length,
    dirty: isDirty(state),
    isSaving: state.isSaving,
  }))
  const entries: MenuEntry[] = [
    { label: t(texts.properties), onSelect: () => onOpen('properties') },
    { label: t(texts.css), onSelect: () => onOpen('css') },
    { label: t(texts.filters), onSelect: () => onOpen('filters') },
    { label: t(texts.crossFilters), onSelect: () => onOpen('crossFilters') },
    { label: t(texts.filterScopes), onSelect: () => onOpen('filterScopes') },
    hasBoxes && { label: t(texts.convert), onSelect: onConvert },
    { label: t(texts.interval), onSelect: () => onOpen('interval') },
    'divider',
    can('can_copy_dash', 'Superset') && { label: t(texts.saveAs), onSelect: () => onOpen('saveAs') },
  ]
  return (
    <PageHeader
      crumbs={[{ label: t(texts.dashboards), href: '/dashboard/list/' }]}
      title={
        <h1 className={css.heading}>
          <InPlaceText
            label={t(texts.title)}
            placeholder={t(texts.placeholder)}
            className={css.title}
            value={title}
            // typing replaces the placeholder title of a new dashboard
            onFocus={(event) => {
              if (title === UNTITLED) event.currentTarget.select()
            }}
            onCommit={(next) => editor.change({ title: next })}
          />
        </h1>
      }
      marks={<Tag tone={isPublished ? 'success' : 'neutral'}>{t(isPublished ? texts.published : texts.draft)}</Tag>}
      meta={
        dirty ? (
          <span className={css.changes}>
            <StatusDot tone="warning" />
            {t(texts.changes, { count })}
          </span>
        ) : undefined
      }
      actions={
        <>
          <PaletteActions
            items={[
              dirty && !isSaving && { label: t(texts.save), shortcut: `${modKey} S`, onSelect: onSave },
              { label: t(texts.discard), onSelect: onDiscard },
              steps > 0 && { label: t(texts.undo), shortcut: `${modKey} Z`, onSelect: editor.undo },
              stepsAgain > 0 && { label: t(texts.redo), shortcut: `${modKey} Y`, onSelect: editor.redo },
              ...entries,
            ]}
          />
          <IconButton
            label={t(texts.undo)}
            className={css.step}
            disabledReason={steps === 0 && t(texts.nothing)}
            icon={<Undo2 size={16} />}
            onClick={editor.undo}
          />
          <IconButton
            label={t(texts.redo)}
            className={css.step}
            disabledReason={stepsAgain === 0 && t(texts.nothingAgain)}
            icon={<Redo2 size={16} />}
            onClick={editor.redo}
          />
          <span className={css.rule} />
          <Button variant="quiet" onClick={onDiscard}>
            {t(texts.discard)}
          </Button>
          <Button
            variant="primary"
            busy={isSaving}
            disabledReason={!dirty && t(texts.unchanged)}
            iconAfter={<Kbd keys={`${modKey} S`} />}
            onClick={onSave}
          >
            {t(texts.save)}
          </Button>
          <Menu
            align="end"
            items={entries}
            trigger={
              <IconButton variant="default" tooltip={false} label={t(texts.more)} icon={<Ellipsis size={16} />} />
            }
          />
        </>
      }
    />
  )
}
