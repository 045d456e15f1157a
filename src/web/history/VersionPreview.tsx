import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { messageOf } from '../api/failure.ts'
import { type Versioned, versionStateQuery } from '../api/versions.ts'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { LayoutSketch } from './LayoutSketch.tsx'

const ChartVersion = lazy(() => import('./ChartVersion.tsx'))

/** A version of an object: a chart with current data, a dashboard as a sketch of its layout. */
export default function VersionPreview({ of, version, name }: { of: Versioned; version: number; name: string }) {
  const { data, error, refetch } = useQuery(versionStateQuery(of, version))
  if (error) return <ErrorPanel compact message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Spinner />
  if (of.kind === 'Dashboard') return <LayoutSketch position={data['position_json']} name={name} />
  return (
    <Suspense fallback={<Spinner />}>
      <ChartVersion chartId={of.id} version={version} content={data} name={name} />
    </Suspense>
  )
}
