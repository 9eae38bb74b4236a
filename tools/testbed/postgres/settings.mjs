// Sized for a small machine that also runs the services.
const COMMON = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_line_prefix: '%m [%p] %q%u@%d ',
  shared_buffers: '128MB',
  // A single server without replicas, whose processors serve many short requests better than one parallel query.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
};

/** Every acknowledged commit survives a power failure. */
const DURABLE = {
  max_connections: '100',
  max_wal_size: '512MB',
};

/** Survives a crash of the server but not of the machine: for temporary databases. */
const DISPOSABLE = {
  max_connections: '200',
  max_wal_size: '2GB',
  fsync: 'off',
  full_page_writes: 'off',
  // Clients would repeat the hash 4,096 times for each connection, to protect passwords that people choose.
  scram_iterations: '1',
};

/**
 * @param {boolean} durable
 * @returns {string[]} arguments for the server
 */
export function settings(durable) {
  const chosen = { ...COMMON, ...(durable ? DURABLE : DISPOSABLE) };
  return Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
