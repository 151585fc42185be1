/** The part of the S3 test server that the tests use; the package has no types. */
declare module '@20minutes/s3rver' {
  interface Options {
    address: string
    port: number
    directory: string
    silent: boolean
    configureBuckets: readonly { name: string; configs: readonly string[] }[]
  }
  interface Context {
    path: string
    mountPath: string
    state: object
  }
  class S3rver {
    /** Middleware for every request, in order. */
    middleware: ((context: Context, next: () => Promise<unknown>) => Promise<unknown>)[]
    constructor(options: Options)
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }
  export = S3rver
}
