// Nest's own modules are loaded before any that requires them from CommonJS: under Jest's module loader the other
// order ends in a require cycle.
import 'reflect-metadata';
import '@nestjs/common';
import '@nestjs/core';
