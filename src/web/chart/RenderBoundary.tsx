import { Component, type ReactNode } from 'react'

interface Props {
  /** another value clears the error: a new result or new form data */
  resetKey: unknown
  fallback: (error: Error) => ReactNode
  children: ReactNode
}

interface State {
  error: Error | undefined
  resetKey: unknown
}

/** Limits a rendering error to one chart. */
export class RenderBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { error: undefined, resetKey: props.resetKey }
  }

  override render(): ReactNode {
    return this.state.error ? this.props.fallback(this.state.error) : this.props.children
  }
}
