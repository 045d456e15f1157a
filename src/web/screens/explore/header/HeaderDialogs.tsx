import { lazy } from 'react'
import { findChart } from '../../../../charts/index.ts'
import { LazyPart } from '../../../ui/LazyPart.tsx'
import { useExplore } from '../state/exploreContext.ts'
import type { HeaderDialog } from './useChartActions.ts'

const SaveDialog = lazy(() => import('../save/SaveDialog.tsx'))
const ChangesDialog = lazy(() => import('./ChangesDialog.tsx'))
const PropertiesDialog = lazy(() => import('./PropertiesDialog.tsx'))
const HistoryDialog = lazy(() => import('../../../history/HistoryDialog.tsx'))
const RowsDialog = lazy(() => import('../chart/RowsDialog.tsx'))
const EmbedDialog = lazy(() => import('./EmbedDialog.tsx'))
const QueryDialog = lazy(() => import('./QueryDialog.tsx'))

const EmailReportDialog = lazy(() => import('../../../emailReport/EmailReportDialog.tsx'))
const DeleteReport = lazy(() => import('../../../emailReport/DeleteReport.tsx'))

const allRows = { drill: { filters: [] } }

interface Props {
  dialog: HeaderDialog | undefined
  /** the dashboard that the user came from */
  dashboardId: number | null
  /** whether the user may save over the chart */
  canOverwrite: boolean
  onClose: () => void
}

/** The open dialog of the header. */
export function HeaderDialogs({ dialog, dashboardId, canOverwrite, onClose }: Props) {
  const { opened, form } = useExplore()
  const { slice } = opened
  return (
    <LazyPart onClose={onClose} resetKey={dialog}>
      {dialog === 'save' ? (
        <SaveDialog dashboardId={dashboardId} canOverwrite={canOverwrite} onClose={onClose} />
      ) : null}
      {dialog === 'changes' ? <ChangesDialog onClose={onClose} /> : null}
      {dialog === 'properties' && slice ? <PropertiesDialog slice={slice} onClose={onClose} /> : null}
      {dialog === 'emailReport' && slice ? (
        <EmailReportDialog
          subject={{
            kind: 'chart',
            id: slice.slice_id,
            title: slice.slice_name,
            format: findChart(String(slice.form_data['viz_type']))?.isMailedAsText ? 'TEXT' : 'PNG',
          }}
          onClose={onClose}
        />
      ) : null}
      {dialog === 'deleteReport' && slice ? (
        <DeleteReport place={{ kind: 'chart', id: slice.slice_id }} onClose={onClose} />
      ) : null}
      {dialog === 'history' && slice ? (
        <HistoryDialog
          kind="Chart"
          id={slice.slice_id}
          name={slice.slice_name}
          onClose={onClose}
          onRestored={() => location.assign(`/explore/?slice_id=${slice.slice_id}`)}
        />
      ) : null}
      {dialog === 'embed' ? <EmbedDialog onClose={onClose} /> : null}
      {dialog === 'query' ? <QueryDialog onClose={onClose} /> : null}
      {dialog === 'rows' ? <RowsDialog form={form} opened={allRows} onClose={onClose} /> : null}
    </LazyPart>
  )
}
