${registration_declarations}
