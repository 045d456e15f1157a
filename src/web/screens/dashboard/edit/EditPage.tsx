import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type ComponentProps, lazy, useEffect, useRef, useState } from 'react'
import { topLevelTabs } from '../../../../model/dashboard/layout.ts'
import { addPresetRow } from '../../../../model/dashboardEdit/copyComponents.ts'
import { isLayoutBroken, openDocument } from '../../../../model/dashboardEdit/dashboardEdit.ts'
import { component, ROOT_ID } from '../../../../model/dashboardEdit/layoutEdit.ts'
import { loadDashboardToEdit, type VersionedDashboard } from '../../../api/dashboardEdit.ts'
import { useShell } from '../../../shell/shellState.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LazyPart } from '../../../ui/LazyPart.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { defineTexts, useRichText, useText } from '../../../ui/text.ts'
import { DashboardCss } from '../DashboardCss.tsx'
import page from '../DashboardPage.module.css'
import { convertBoxes } from '../filterBox/convertBoxes.ts'
import { IntervalDialog } from '../header/RefreshIntervalDialog.tsx'
import { LoadFailure } from '../LoadFailure.tsx'
import { LoadingPage } from '../LoadingPage.tsx'
import { useDashboard, useSession } from '../state/session.ts'
import { BuilderPane } from './builder/BuilderPane.tsx'
import { type EditDialog, EditHeader } from './EditHeader.tsx'
import css from './EditPage.module.css'
import { createEditor, EditorContext, isDirty, newId, useEdit, useEditor } from './editStore.ts'
import { newEntryId } from './filters/newEntryId.ts'
import { DropIndicator } from './layout/DropIndicator.tsx'
import { EditChildren } from './layout/EditGrid.tsx'
import { EditTabs } from './layout/EditTabs.tsx'
import { LiftedKeys } from './layout/LiftedKeys.tsx'
import { useDragMonitor } from './layout/useCarry.ts'
import { useDiscard } from './save/useDiscard.ts'
import { keepDraftOf, useKeptDraft } from './save/useKeptDraft.ts'
import { type LeftDraft, useLeftDraft } from './save/useLeftDraft.ts'
import { useOwnAdditions } from './save/useOwnAdditions.ts'
import { useSave } from './save/useSave.ts'
import { useChartsOnStage } from './useChartsOnStage.ts'
import { useEditKeys } from './useEditKeys.ts'

const texts = defineTexts('dashboard.edit.page', {
  slots:
    'You have used all {historyLength} undo slots and will not be able to fully undo subsequent actions. You may save your current state to reset the history.',
  otherScope: 'This chart has been moved to a different filter scope.',
  discardTitle: 'You have unsaved changes.',
  discardText: 'All changes since the last save will be lost.',
  discardNew: 'The dashboard is also deleted, because it was never saved.',
  leaveTitle: 'Leave the dashboard?',
  leaveText:
    'You have unsaved changes. This browser stores them, and you can restore them the next time you edit this dashboard. Other users do not see them.',
  leave: 'Leave',
  discard: 'Discard changes',
  found: 'This browser has stored unsaved changes to this dashboard ({time}).',
  foundOlder:
    'This browser has stored unsaved changes to this dashboard ({time}). The dashboard has been saved since then.',
  restore: 'Restore',
  forget: 'Discard',
  understood: 'OK',
  broken:
    'Parts of the stored layout are invalid and are not shown: components are missing or contain each other. Charts without a place are shown at the end. Saving stores the layout as it is shown now.',
  emptyTitle: 'Drag and drop components and charts to the dashboard',
  emptyTab: 'Drag and drop components to this tab',
  emptyText: 'You can create a new chart or use existing ones from the panel on the right',
  create: 'Create a new chart',
  two: 'Row of two columns',
  three: 'Row of three columns',
  four: 'Row of four columns',
  side: 'Row of a narrow and a wide column',
})

const EditedProperties = lazy(() => import('./properties/EditedProperties.tsx'))
const CssDialog = lazy(async () => ({ default: (await import('./properties/CssDialog.tsx')).CssDialog }))
const OverwriteDialog = lazy(async () => ({
  default: (await import('./save/OverwriteDialog.tsx')).OverwriteDialog,
}))
const SaveAsDialog = lazy(async () => ({ default: (await import('./save/SaveAsDialog.tsx')).SaveAsDialog }))
const CrossFilterScopeDialog = lazy(async () => ({
  default: (await import('./properties/CrossFilterScopeDialog.tsx')).CrossFilterScopeDialog,
}))
const FilterScopesDialog = lazy(() => import('../filterBox/FilterScopesDialog.tsx'))
const FilterConfigDialog = lazy(async () => ({
  default: (await import('./filters/FilterConfigDialog.tsx')).FilterConfigDialog,
}))

/** Edit mode of the open dashboard; starts with the current version from the server. */
export default function EditPage() {
  const { item } = useSession()
  const stored = useQuery({
    queryKey: ['dashboardToEdit', item.id],
    queryFn: ({ signal }) => loadDashboardToEdit(item.id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (stored.error && !stored.data) return <LoadFailure error={stored.error} onRetry={() => void stored.refetch()} />
  return stored.data ? <StoredEditPage stored={stored.data} /> : <LoadingPage />
}

function StoredEditPage({ stored }: { stored: VersionedDashboard }) {
  const t = useText()
  const session = useSession()
  const [editor] = useState(() => {
    const charts = [...session.store.getState().charts.keys()]
    const document = openDocument(stored.item, charts, newId)
    return createEditor(session, document, stored.version, {
      slots: (historyLength) => t(texts.slots, { historyLength }),
      otherScope: () => t(texts.otherScope),
    })
  })
  const left = useLeftDraft(session.item.id)
  const [isBroken, setIsBroken] = useState(() => isLayoutBroken(stored.item.position_json))
  return (
    <EditorContext value={editor}>
      <OpenEditPage stored={stored.item} left={left} onBrokenRead={isBroken ? () => setIsBroken(false) : undefined} />
    </EditorContext>
  )
}

interface OpenEditPageProps {
  stored: VersionedDashboard['item']
  left: LeftDraft | undefined
  /** set until the user has seen that parts of the layout are lost */
  onBrokenRead: (() => void) | undefined
}

function OpenEditPage({ stored, left, onBrokenRead }: OpenEditPageProps) {
  const editor = useEditor()
  const [dialog, setDialog] = useState<EditDialog>()
  const [isDiscarding, setIsDiscarding] = useState(false)
  const { discard, isNew } = useDiscard(editor, stored)
  const { save, conflict, keepMine } = useSave(editor)
  const dirty = useEdit(isDirty)
  const title = useEdit((state) => state.history.present.title)
  const style = useEdit((state) => state.history.present.css)
  useChartsOnStage(editor)
  useOwnAdditions(editor)
  useDragMonitor()
  useEditKeys(() => void save())
  useKeptDraft()

  return (
    <div className={`${page.page} dashboard`} data-dashboard="">
      <title>{title}</title>
      <DashboardCss css={style} />
      <EditHeader
        isPublished={stored.published}
        onSave={() => void save()}
        onDiscard={() => (dirty ? setIsDiscarding(true) : void discard())}
        onOpen={setDialog}
        onConvert={() => {
          const newFilterId = () => newEntryId('NATIVE_FILTER')
          editor.change(convertBoxes(editor.document(), editor.session.store.getState(), newFilterId))
        }}
      />
      <Banners left={left} onBrokenRead={onBrokenRead} />
      <div className={page.body}>
        <Stage />
        <BuilderPane />
      </div>
      <DropIndicator />
      <LiftedKeys />
      <LazyPart onClose={() => setDialog(undefined)} resetKey={dialog}>
        <OpenDialog dialog={dialog} onOpen={setDialog} onSaveAs={() => save()} onClose={() => setDialog(undefined)} />
      </LazyPart>
      {conflict && dialog !== 'saveAs' ? (
        <LazyPart onClose={keepMine}>
          <OverwriteDialog
            conflict={conflict}
            onClose={keepMine}
            onOverwrite={() => save(conflict.version)}
            onMerge={(merged) => save(conflict.version, merged)}
            onSaveAs={() => setDialog('saveAs')}
          />
        </LazyPart>
      ) : null}
      <DiscardQuestion open={isDiscarding} isNew={isNew} onClose={() => setIsDiscarding(false)} onDiscard={discard} />
      <LeaveQuestion />
    </div>
  )
}

/** Messages about the layout and about an earlier draft. */
function Banners({ left, onBrokenRead }: Pick<OpenEditPageProps, 'left' | 'onBrokenRead'>) {
  const t = useText()
  const rich = useRichText()
  const editor = useEditor()

  function restore(offered: LeftDraft) {
    const draft = offered.take()
    // saving the draft must ask for confirmation if the dashboard was saved elsewhere in the meantime
    editor.store.setState({ version: draft.version, saved: draft.saved })
    editor.change(draft.document)
    editor.store.setState({ restored: { document: editor.document(), changes: draft.changes ?? 1 } })
    keepDraftOf(editor)
  }

  return (
    <>
      {onBrokenRead ? (
        <div className={css.banner}>
          <Banner tone="warning" action={<Button onClick={onBrokenRead}>{t(texts.understood)}</Button>}>
            {t(texts.broken)}
          </Banner>
        </div>
      ) : null}
      {left ? (
        <div className={css.banner}>
          <Banner
            tone="warning"
            action={
              <span className={css.choices}>
                <Button onClick={() => restore(left)}>{t(texts.restore)}</Button>
                <Button variant="quiet" onClick={left.forget}>
                  {t(texts.forget)}
                </Button>
              </span>
            }
          >
            {rich(left.draft.version === editor.store.getState().version ? texts.found : texts.foundOlder, {
              time: <RelativeTime key="time" time={left.draft.keptAt} />,
            })}
          </Banner>
        </div>
      ) : null}
    </>
  )
}

interface OpenDialogProps {
  dialog: EditDialog | undefined
  onOpen: (dialog: EditDialog) => void
  onSaveAs: ComponentProps<typeof SaveAsDialog>['onSave']
  onClose: () => void
}

function OpenDialog({ dialog, onOpen, onSaveAs, onClose }: OpenDialogProps) {
  const editor = useEditor()
  const { metadata } = editor.document()
  const changeMetadata = (patch: Record<string, unknown>) =>
    editor.change({ metadata: { ...editor.document().metadata, ...patch } })
  switch (dialog) {
    case undefined:
      return null
    case 'properties':
      return <EditedProperties onClose={onClose} onFilterMapping={() => onOpen('filterScopes')} />
    case 'css':
      return <CssDialog onClose={onClose} />
    case 'saveAs':
      return <SaveAsDialog onClose={onClose} onSave={onSaveAs} />
    case 'crossFilters':
      return (
        <CrossFilterScopeDialog
          metadata={metadata}
          onClose={onClose}
          onSave={(next) => {
            editor.change({ metadata: next })
            onClose()
          }}
        />
      )
    case 'filterScopes':
      return <FilterScopesDialog onClose={onClose} />
    case 'interval':
      return (
        <IntervalDialog
          seconds={Number(metadata['refresh_frequency']) || 0}
          onClose={onClose}
          onSave={(seconds) => changeMetadata({ refresh_frequency: seconds })}
        />
      )
    case 'filters':
      return (
        <FilterConfigDialog
          metadata={metadata}
          onClose={onClose}
          onSave={async (patch) => {
            changeMetadata(patch)
            onClose()
          }}
        />
      )
  }
}

interface DiscardQuestionProps {
  open: boolean
  isNew: boolean
  onClose: () => void
  onDiscard: ComponentProps<typeof ConfirmDialog>['onConfirm']
}

function DiscardQuestion({ open, isNew, onClose, onDiscard }: DiscardQuestionProps) {
  const t = useText()
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={onDiscard}
      danger
      title={t(texts.discardTitle)}
      confirmLabel={t(texts.discard)}
    >
      {t(texts.discardText)} {isNew ? t(texts.discardNew) : null}
    </ConfirmDialog>
  )
}

/** Asks before navigation replaces unsaved changes. */
function LeaveQuestion() {
  const t = useText()
  const editor = useEditor()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty(editor.store.getState()) && current.pathname !== next.pathname,
    // signing out has already asked for confirmation
    enableBeforeUnload: () => !useShell.getState().isSigningOut && isDirty(editor.store.getState()),
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title={t(texts.leaveTitle)}
      confirmLabel={t(texts.leave)}
    >
      {t(texts.leaveText)}
    </ConfirmDialog>
  )
}

/** The tabs and the grid, where components are dropped. */
function Stage() {
  const t = useText()
  const editor = useEditor()
  const layout = useDashboard((state) => state.layout)
  const activeTabs = useDashboard((state) => state.activeTabs)
  const isMoving = useEdit(({ lifted, preview }) => lifted !== undefined || preview !== undefined)
  const scroller = useRef<HTMLDivElement>(null)
  const tabs = topLevelTabs(layout)
  const openTab = tabs?.children.find((tab) => tab.id === activeTabs[tabs.id]) ?? tabs?.children[0]
  const content = openTab ?? layout.root.children.find((node) => node.type !== 'TABS')
  const contentId = content?.id ?? component(editor.position(), ROOT_ID)?.children[0] ?? ''

  useEffect(() => {
    if (!scroller.current) return
    return dropTargetForElements({ element: scroller.current })
  }, [])

  return (
    <div className={page.main}>
      {tabs ? <EditTabs tabs={tabs} look="top" /> : null}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a press outside of all components clears the selection, as Esc does */}
      <div ref={scroller} className={page.scroller} data-edit-scroller="" onMouseDown={() => editor.select(undefined)}>
        <div className={css.grid}>
          <div className={css.guides} data-shown={isMoving ? '' : undefined} aria-hidden="true">
            {columnKeys.map((key) => (
              <i key={key} />
            ))}
          </div>
          <div data-holds={ROOT_ID}>
            <div data-holds={contentId} className={css.content}>
              {content && content.children.length > 0 ? (
                <EditChildren nodes={content.children} columns={12} />
              ) : (
                <EmptyState
                  title={t(openTab ? texts.emptyTab : texts.emptyTitle)}
                  text={t(texts.emptyText)}
                  actions={
                    <>
                      <PresetRows parentId={contentId} />
                      <ButtonLink
                        href={`/chart/add?dashboard_id=${editor.session.item.id}`}
                        target="_blank"
                        rel="noreferrer"
                      >
                        {t(texts.create)}
                      </ButtonLink>
                    </>
                  }
                />
              )}
            </div>
          </div>
        </div>
      </div>
    </div>
  )
}

/** Templates of rows to start with. */
function PresetRows({ parentId }: { parentId: string }) {
  const t = useText()
  const editor = useEditor()
  return presets.map(([name, widths]) => (
    <Button key={name} onClick={() => editor.apply(addPresetRow(editor.position(), parentId, widths, newId))}>
      {t(texts[name])}
    </Button>
  ))
}

const presets = [
  ['two', [6, 6]],
  ['three', [4, 4, 4]],
  ['four', [3, 3, 3, 3]],
  ['side', [4, 8]],
] as const

const columnKeys = Array.from({ length: 12 }, (_, column) => `column-${column}`)
